import type { WebhookEndpointUpdate } from '@usher/contracts'
import { invalidField, type SecretKey, seal, unseal } from '@usher/service-kit'
import type { WebhookAnswer } from '../sending/answer-reader.ts'

/** Stands in logs for the value of a custom header. */
const HIDDEN = '[hidden]'

/** Characters of the shortest value that is sought in answers: shorter ones are found anywhere, and keep no secret. */
const SHORTEST_SOUGHT = 8

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

/**
 * Keeps headers from being sent to a host that they were not given for: whoever may change an endpoint but not read
 * its headers would read them there.
 *
 * @throws ProblemError `validation_failed`
 */
export function requireOwnHeaders(
  { url, headers }: SealedHeaders & { readonly url: string },
  given: WebhookEndpointUpdate,
): void {
  const staysThere = given.url === undefined || new URL(given.url).origin === new URL(url).origin
  if (staysThere || given.headers !== undefined || !headers) return
  throw invalidField('/headers', 'must be given anew, or as {}, for a URL of another host', 'headers_needed')
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

/** An answer as a log may show it: some receivers, and what stands before them, repeat what they were sent. */
export function shownAnswer(
  answer: WebhookAnswer | null,
  sent: Readonly<Record<string, string>>,
  { header_names: hidden = [] }: SealedHeaders,
): WebhookAnswer | null {
  const sought = hidden.flatMap((name) => spellings(sent[name] ?? ''))
  if (!answer || sought.length === 0) return answer
  const hide = (text: string) => sought.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text)
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)])
  return { ...answer, headers: Object.fromEntries(headers), body: hide(answer.body) }
}

/** How a value may be repeated: whole, or without its scheme (`Bearer`), as it is or within JSON. */
function spellings(value: string): string[] {
  const credential = value.slice(value.indexOf(' ') + 1)
  return [value, credential]
    .filter(({ length }) => length >= SHORTEST_SOUGHT)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
}
