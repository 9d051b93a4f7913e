import type { Attempt } from '@usher/sdk/client'

const FIRST_DELAY_MS = 400
const MAX_DELAY_MS = 5000
/** Reads can be retried by the person looking at the page. */
const MAX_READS = 3
/** Writes are retried for about ten minutes: what was typed must not be lost with the connection. */
const MAX_WRITES = 120
const MAX_RETRY_AFTER_SECONDS = 30

/**
 * Retries more than the SDK does by itself: every write of the dashboard is safe to retry, as a POST has an
 * Idempotency-Key, and PATCH and DELETE are idempotent.
 */
export function retryPolicy({ request, retries, status, retryAfterSeconds, random }: Attempt) {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries) * (0.5 + random / 2)
  if (status === undefined)
    return retries < (request.method === 'GET' ? MAX_READS : MAX_WRITES) ? backoff : undefined
  // 409 with Retry-After: the first attempt is still in progress.
  const isPassing =
    [429, 502, 503, 504].includes(status) || (status === 409 && retryAfterSeconds !== undefined)
  const seconds = retryAfterSeconds ?? 0
  if (!isPassing || retries >= MAX_READS || seconds > MAX_RETRY_AFTER_SECONDS) return undefined
  return seconds * 1000 + backoff
}
