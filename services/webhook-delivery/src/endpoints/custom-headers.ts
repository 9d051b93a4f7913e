import { type SecretKey, seal, unseal } from '@usher/service-kit'

/** Stands in logs for the value of a custom header. */
const HIDDEN = '[hidden]'

/** Custom headers of an endpoint as they are stored: what they are called is no secret, what they say may be. */
export interface SealedHeaders {
  /** JSON, sealed; null: none. */
  readonly headers?: string | null
  /** In lower case. */
  readonly header_names?: readonly string[]
}

export function sealHeaders(
  given: Readonly<Record<string, string>>,
  keys: readonly SecretKey[],
): SealedHeaders {
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const header_names = Object.keys(headers).sort()
  return { headers: header_names.length > 0 ? seal(JSON.stringify(headers), keys) : null, header_names }
}

/** The headers as they are sent. @throws Error when a secret key is missing */
export const openHeaders = (
  { headers }: SealedHeaders,
  keys: readonly SecretKey[],
): Record<string, string> => (headers ? JSON.parse(unseal(headers, keys)) : {})

/** The headers of a request as a log may show them. */
export const shownHeaders = (
  headers: Readonly<Record<string, string>>,
  { header_names: hidden = [] }: SealedHeaders,
): [name: string, value: string][] =>
  Object.entries(headers).map(([name, value]) => [name, hidden.includes(name) ? HIDDEN : value])
