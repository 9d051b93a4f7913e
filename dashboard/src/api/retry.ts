/** The outcome of one attempt: a status, or none without a response. */
export interface Outcome {
  readonly status?: number
  /** Seconds, from `Retry-After`. */
  readonly retryAfter?: number
}

const FIRST_DELAY_MS = 400
const MAX_DELAY_MS = 5000
/** Reads can be retried by the person looking at the page. */
const MAX_READS = 3
/** Writes are retried for about ten minutes: what was typed must not be lost with the connection. */
const MAX_WRITES = 120
const MAX_RETRY_AFTER_SECONDS = 30

/**
 * Milliseconds to wait before a retry, or undefined for no retry. Every write is safe to retry:
 * a POST has an Idempotency-Key, and PATCH and DELETE are idempotent.
 *
 * @param attempt number of retries so far
 * @param random from 0 to below 1
 */
export function retryDelayMs(
  { status, retryAfter }: Outcome,
  { attempt, isRead, random }: { attempt: number; isRead: boolean; random: number },
): number | undefined {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt) * (0.5 + random / 2)
  if (status === undefined) return attempt < (isRead ? MAX_READS : MAX_WRITES) ? backoff : undefined
  // 409 with Retry-After: the first attempt is still in progress.
  const isPassing = [429, 502, 503, 504].includes(status) || (status === 409 && retryAfter !== undefined)
  if (!isPassing || attempt >= MAX_READS || (retryAfter ?? 0) > MAX_RETRY_AFTER_SECONDS) return undefined
  return (retryAfter ?? 0) * 1000 + backoff
}
