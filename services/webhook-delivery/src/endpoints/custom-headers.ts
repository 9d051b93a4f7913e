import type { WebhookEndpointUpdate } from '@usher/contracts'
import { invalidField, type SecretKey, seal, unseal } from '@usher/service-kit'
import type { WebhookAnswer } from '../sending/answer-reader.ts'

/** Replaces the values of custom headers in logs. */
const HIDDEN = '[hidden]'

/**
 * Shortest header value to redact from responses, in characters. Shorter values match by chance and are no
 * secrets.
 */
const MIN_REDACTED_LENGTH = 8

/** Custom headers of an endpoint as stored. Names are plain; values may be secret, so they are encrypted. */
export interface SealedHeaders {
  /** Encrypted JSON; null or absent: none. */
  readonly headers?: string | null
  /** In lower case; absent: none. */
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
 * Rejects a new host unless the headers are given again. Otherwise, anyone allowed to change an endpoint but
 * not to read its headers could have them sent to a host of their own.
 *
 * @throws ProblemError `validation_failed`
 */
export function requireHeadersForNewHost(
  { url, headers }: SealedHeaders & { readonly url: string },
  given: WebhookEndpointUpdate,
): void {
  const isSameOrigin = given.url === undefined || new URL(given.url).origin === new URL(url).origin
  if (isSameOrigin || given.headers !== undefined || !headers) return
  throw invalidField('/headers', 'must be given anew, or as {}, for a URL of another host', 'headers_needed')
}

/** Decrypts the headers for sending. @throws Error when a secret key is missing */
export const openHeaders = (
  { headers }: SealedHeaders,
  keys: readonly SecretKey[],
): Record<string, string> => (headers ? JSON.parse(unseal(headers, keys)) : {})

/** Request headers for the delivery log, with secrets hidden. */
export const redactHeaders = (
  headers: Readonly<Record<string, string>>,
  { header_names: hidden = [] }: SealedHeaders,
): [name: string, value: string][] =>
  Object.entries(headers).map(([name, value]) => [name, hidden.includes(name) ? HIDDEN : value])

/**
 * The response for the delivery log, with header values hidden: some receivers and proxies echo what they
 * were sent.
 */
export function redactAnswer(
  answer: WebhookAnswer | null,
  sent: Readonly<Record<string, string>>,
  { header_names: hidden = [] }: SealedHeaders,
): WebhookAnswer | null {
  const secrets = hidden.flatMap((name) => echoedForms(sent[name] ?? ''))
  if (!answer || secrets.length === 0) return answer
  const hide = (text: string) => secrets.reduce((rest, value) => rest.replaceAll(value, HIDDEN), text)
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, hide(value)])
  return { ...answer, headers: Object.fromEntries(headers), body: hide(answer.body) }
}

/** Forms in which a value may be echoed: with or without its scheme (`Bearer`), as is or escaped in JSON. */
function echoedForms(value: string): string[] {
  const credential = value.slice(value.indexOf(' ') + 1)
  return [value, credential]
    .filter(({ length }) => length >= MIN_REDACTED_LENGTH)
    .flatMap((text) => [text, JSON.stringify(text).slice(1, -1)])
}
