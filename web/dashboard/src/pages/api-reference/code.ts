import type { ApiOperation, Parameter } from './document.ts'
import { type Call, type Input, keyOf } from './request.ts'

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** curl options for authentication, with environment variables: a secret never appears in the command. */
function proofOf({ credentials, method }: ApiOperation): string[] {
  if (credentials.includes('apiKey')) return ['-H "authorization: Bearer $USHER_API_KEY"']
  if (credentials.includes('oauth')) return ['-H "authorization: Bearer $USHER_ACCESS_TOKEN"']
  if (credentials.length === 0) return []
  const session = '-b "usher_session=$USHER_SESSION"'
  return method === 'GET' ? [session] : [session, '-H "x-csrf-token: $USHER_CSRF_TOKEN"']
}

/** The curl command of a call. */
export function curlOf(operation: ApiOperation, call: Call, origin: string): string {
  const method = call.method === (call.body === undefined ? 'GET' : 'POST') ? [] : [`-X ${call.method}`]
  const parts = [
    `curl ${[...method, quoted(origin + call.target)].join(' ')}`,
    ...proofOf(operation),
    ...Object.entries(call.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.body === undefined ? [] : [`--data-raw ${quoted(call.body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Whether the SDK has the operation: keys or partners may call it. */
export const isInSdk = ({ credentials }: ApiOperation): boolean =>
  credentials.includes('apiKey') || credentials.includes('oauth')

/** The TypeScript code of a call with the SDK. */
export function sdkOf(operation: ApiOperation, input: Input, origin: string): string {
  const { method, path, credentials } = operation
  const secret = credentials.includes('apiKey')
    ? 'apiKey: process.env.USHER_API_KEY'
    : 'accessToken: process.env.USHER_ACCESS_TOKEN'
  const init = initOf(operation, input)
  return `import { createUsherClient } from '@usher/sdk'

const usher = createUsherClient({ baseUrl: '${origin}', ${secret} })

const { data } = await usher.${method}('${path}'${init === '' ? '' : `, ${init}`})`
}

function initOf({ parameters, body }: ApiOperation, input: Input): string {
  const places = (['path', 'query', 'header'] as const).flatMap((place) => {
    const given = parameters.filter((one) => one.in === place && input.values[keyOf(one)])
    if (given.length === 0) return []
    const fields = given.map((one) => `${propertyName(one.name)}: ${literalOf(one, input)}`)
    return [`${place}: { ${fields.join(', ')} }`]
  })
  const parts = [
    ...(places.length > 0 ? [`params: { ${places.join(', ')} }`] : []),
    ...(body && input.body?.trim() ? [`body: ${input.body.trim()}`] : []),
  ]
  return parts.length === 0 ? '' : `{ ${parts.join(', ')} }`
}

const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

function literalOf(parameter: Parameter, { values }: Input): string {
  const value = values[keyOf(parameter)] ?? ''
  const isBare = ['integer', 'number', 'boolean'].includes(String(parameter.schema.type))
  return isBare && /^(-?\d+(\.\d+)?|true|false)$/.test(value)
    ? value
    : `'${value.replaceAll(/['\\]/g, '\\$&')}'`
}
