import type { ApiOperation, Parameter } from './document.ts'

/** The input of one call. */
export interface Input {
  /** By place and name: `path id`. */
  readonly values: Readonly<Record<string, string>>
  /** Text of the body; undefined where the operation takes none. */
  readonly body: string | undefined
}

export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string => `${place} ${name}`

/** A call as it is sent, without its credential. */
export interface Call {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Builds the call from the input; path parameters without a value keep their placeholder. */
export function callOf(operation: ApiOperation, { values, body }: Input): Call {
  const given = (place: Parameter['in']) =>
    operation.parameters
      .filter((parameter) => parameter.in === place && values[keyOf(parameter)])
      .map((parameter) => [parameter.name, values[keyOf(parameter)] ?? ''] as const)
  const path = given('path').reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  )
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, value])).toString()
  const hasBody = operation.body !== undefined && body !== undefined && body.trim() !== ''
  return {
    method: operation.method,
    target: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(hasBody && operation.body && { 'content-type': operation.body.media }),
      ...Object.fromEntries(given('header')),
    },
    body: hasBody ? body : undefined,
  }
}

/** The required parameters without a value. */
export const missingOf = ({ parameters }: ApiOperation, { values }: Input): readonly string[] =>
  parameters.filter((one) => one.required && !values[keyOf(one)]?.trim()).map(keyOf)

/** Whether the operation takes JSON and the body is not valid JSON. */
export function isBrokenJson(operation: ApiOperation, { body }: Input): boolean {
  if (operation.body?.media !== 'application/json' || body === undefined || body.trim() === '') return false
  try {
    JSON.parse(body)
    return false
  } catch {
    return true
  }
}

/**
 * Whether to confirm before sending: it deletes, or changes the account itself (members, credentials, the
 * organisation and its data).
 */
export const isGrave = ({ method, path }: Pick<ApiOperation, 'method' | 'path'>): boolean =>
  method === 'DELETE' || (method !== 'GET' && path.startsWith('/account/'))
