import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { invalidField } from '../errors.ts'

/** A request the client may repeat: done once, answered the same each time (Idempotency-Key header). */
export interface Idempotency {
  /** The key within its scope. */
  readonly id: string
  /** Fingerprint of the request: the same key with another request is refused. */
  readonly fingerprint: string
}

/** Visible ASCII, as in the draft "The Idempotency-Key HTTP Header Field" (IETF httpapi), up to 255. */
const KEY = /^[\x21-\x7e]{1,255}$/

/**
 * The idempotency that a POST asks for, if any.
 *
 * @param scope within which keys are unique: the organisation, if there is one
 * @param queueIds queues that the caller is limited to
 * @throws ProblemError for a malformed key
 */
export function readIdempotency(
  req: Request,
  scope: string,
  queueIds?: readonly string[],
): Idempotency | undefined {
  const key = req.get('idempotency-key')
  if (key === undefined || req.method !== 'POST') return undefined
  if (!KEY.test(key)) {
    throw invalidField(
      'Idempotency-Key',
      'must be 1 to 255 visible ASCII characters',
      'invalid_idempotency_key',
    )
  }
  const request = `${req.originalUrl}\n${JSON.stringify(req.body ?? null)}`
  // A key limited to some queues must not get an answer that was given without the limit.
  const asked = queueIds ? `${request}\n${JSON.stringify(queueIds)}` : request
  const fingerprint = createHash('sha256').update(asked).digest('base64url')
  return { id: `${scope}:${key}`, fingerprint }
}
