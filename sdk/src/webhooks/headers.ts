import { WebhookVerificationError } from './errors.ts'

/** The headers of a request as node:http, express and fastify give them, or as the Fetch API does. */
export type WebhookHeaders = HeaderReader | Record<string, string | readonly string[] | undefined>

interface HeaderReader {
  get(name: string): string | null
}

export interface SignedHeaders {
  readonly id: string
  /** Seconds since 1970, as it was sent: so it is signed. */
  readonly timestamp: string
  /** The base64 of each `v1` signature. */
  readonly signatures: readonly string[]
}

// The parts of what is signed are joined by dots, so none may be in the id.
const ID = /^[^.\s]{1,256}$/
const TIMESTAMP = /^\d{1,11}$/

/**
 * The headers of Standard Webhooks.
 *
 * @throws WebhookVerificationError `missing_header` or `malformed_header`
 */
export function readHeaders(headers: WebhookHeaders): SignedHeaders {
  const given = isReader(headers) ? headers : lowerCased(headers)
  return {
    id: matching('webhook-id', required(given, 'webhook-id'), ID),
    timestamp: matching('webhook-timestamp', required(given, 'webhook-timestamp'), TIMESTAMP),
    signatures: required(given, 'webhook-signature')
      .split(' ')
      .filter((signature) => signature.startsWith('v1,'))
      .map((signature) => signature.slice('v1,'.length)),
  }
}

// Not by instanceof: frameworks have classes of their own for the headers of the Fetch API.
const isReader = (headers: WebhookHeaders): headers is HeaderReader => typeof headers.get === 'function'

const lowerCased = (headers: Record<string, unknown>): Map<string, unknown> =>
  new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

function required(headers: { get(name: string): unknown }, name: string): string {
  const value = headers.get(name) ?? ''
  if (value === '') throw new WebhookVerificationError('missing_header', `The header ${name} is missing`)
  if (typeof value !== 'string') throw malformed(name)
  return value
}

function matching(name: string, value: string, form: RegExp): string {
  if (!form.test(value)) throw malformed(name)
  return value
}

const malformed = (name: string) =>
  new WebhookVerificationError('malformed_header', `The header ${name} is malformed`)
