import type { Operation } from '@usher/contracts'
import type { Answer } from '@usher/test-kit'

/** Headers that must be documented wherever a response has them. */
const TOLD = [
  'etag',
  'location',
  'link',
  'set-cookie',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  'idempotent-replayed',
  'x-request-id',
]

// biome-ignore lint/suspicious/noExplicitAny: a document is walked by path
type Document = any

/** What the response has and the OpenAPI document does not, or the other way round. */
export function undocumented(document: Document, operation: Operation, { status, headers, body }: Answer) {
  const name = `${operation.id} ${status} ${status < 400 ? '' : body.code}`.trim()
  const described = document.paths[operation.path][operation.method].responses[status]
  const [, shared] = described?.$ref?.split('#/components/responses/') ?? []
  const response = shared ? document.components.responses[shared] : described
  if (!response) return [`${name} is not documented`]
  const faults: string[] = []
  if (status >= 400 && !(body.code in response.content['application/problem+json'].examples)) {
    faults.push(`${name} is not documented`)
  }
  if (status === operation.status && operation.answer) {
    for (const { path, message } of operation.answer.safeParse(body).error?.issues ?? [])
      faults.push(`${name}: ${path.join('.')} ${message}`)
  }
  const named = Object.keys(response.headers)
  const sent = TOLD.filter((header) => headers.has(header))
  for (const header of sent) {
    if (!named.some((candidate) => candidate.toLowerCase() === header)) faults.push(`${name} has ${header}`)
  }
  for (const header of named) {
    if (document.components.headers[header].required && !headers.has(header))
      faults.push(`${name} lacks ${header}`)
  }
  return faults
}
