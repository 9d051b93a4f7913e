import { createHmac } from 'node:crypto'
import { equalTexts } from './equal-texts.ts'
import { WebhookVerificationError } from './errors.ts'
import type { WebhookEvent } from './event.ts'
import { readHeaders, type SignedHeaders, type WebhookHeaders } from './headers.ts'

// Not built on the package `standardwebhooks`: it takes one secret and a fixed tolerance, hashes a Buffer after
// decoding it (so different bytes can verify alike), and its errors have no codes. The tests compare
// this implementation with it.

/** The raw body: its bytes, or the same as UTF-8 text. Never JSON that was parsed and serialised again. */
export type RawBody = Uint8Array | string

/** As shown when the endpoint was created or its secret rotated: `whsec_` and base64. */
export type Secrets = string | readonly [string, ...string[]]

export interface VerifyOptions {
  /** Tolerance in seconds for clock skew and late deliveries. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/

/**
 * Verifies the Standard Webhooks signature (standardwebhooks.com) of a delivery and returns its event.
 *
 * @param secrets of the endpoint; several during a rotation, any of which may match
 * @throws WebhookVerificationError for a delivery that must not be processed
 * @throws TypeError for a malformed secret
 */
export function verifyWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: Secrets,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): WebhookEvent {
  const keys = signingKeys(secrets)
  const signed = readHeaders(headers)
  const isSigned = keys.some((key) => {
    const expected = signatureOf(key, signed, rawBody)
    return signed.signatures.some((signature) => equalTexts(signature, expected))
  })
  if (!isSigned) throw new WebhookVerificationError('signature_mismatch', 'No signature matches')
  checkAge(now.getTime() / 1000 - Number(signed.timestamp), toleranceSeconds)
  return parseEvent(rawBody)
}

/** @throws TypeError for a malformed secret; the message does not contain it */
export function signingKeys(secrets: Secrets): Buffer[] {
  const keys = [secrets].flat().map((secret) => {
    const [, key] = SECRET.exec(secret) ?? []
    if (key === undefined) throw new TypeError('A webhook secret is whsec_ and base64, as Usher has shown it')
    return Buffer.from(key, 'base64')
  })
  if (keys.length === 0) throw new TypeError('A webhook secret is needed')
  return keys
}

const signatureOf = (key: Buffer, { id, timestamp }: SignedHeaders, rawBody: RawBody): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')

// Written so that NaN, as tolerance or time, is rejected.
function checkAge(seconds: number, tolerance: number): void {
  if (!(seconds <= tolerance))
    throw new WebhookVerificationError('timestamp_too_old', 'The timestamp is too old')
  if (!(seconds >= -tolerance))
    throw new WebhookVerificationError('timestamp_too_new', 'The timestamp is in the future')
}

function parseEvent(rawBody: RawBody): WebhookEvent {
  const text = typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString()
  const event = parseJson(text)
  if (!isEvent(event)) throw new WebhookVerificationError('malformed_body', 'The body is not an event')
  return event
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isEvent = (value: unknown): value is WebhookEvent =>
  typeof value === 'object' && value !== null && 'event' in value && typeof value.event === 'string'
