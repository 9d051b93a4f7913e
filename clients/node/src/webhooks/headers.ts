import { WebhookVerificationError } from './errors.ts'

/** Request headers from node:http, express or fastify, or a Fetch API `Headers`. */
export type WebhookHeaders = HeaderReader | Record<string, string | readonly string[] | undefined>

interface HeaderReader {
  get(name: string): string | null
}

export interface SignedHeaders {
  readonly id: string
  /** Seconds since 1970, as the text that was sent and signed. */
  readonly timestamp: string
  /** The base64 of each `v1` signature. */
  readonly signatures: readonly string[]
}

// The signed parts are joined by dots, so the id must not contain one.
const ID = /^[^.\s]{1,256}$/
const TIMESTAMP = /^\d{1,11}$/

/**
 * Reads the Standard Webhooks headers.
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

// Not instanceof: frameworks have their own `Headers` classes.
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
