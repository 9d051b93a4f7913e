import { retryAfterSeconds } from './retry-after.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8000
/** If the server asks for a longer wait, the error is thrown instead. */
const MAX_RETRY_AFTER_SECONDS = 60

/** Whether a request is safe to repeat. */
export const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')

/**
 * Milliseconds to wait before a retry, or undefined for none. After 429 or 503
 * it waits for `Retry-After`, and at least the exponential backoff with full jitter.
 *
 * @param attempt number of retries so far
 * @param response undefined if the connection failed
 * @param random from 0 to below 1
 */
export function retryDelay(
  attempt: number,
  response: Response | undefined,
  { random, now }: { random: number; now: number },
): number | undefined {
  const backoff = random * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
  if (!response) return backoff
  if (response.status !== 429 && response.status !== 503) return undefined
  const seconds = retryAfterSeconds(response.headers, now) ?? 0
  return seconds > MAX_RETRY_AFTER_SECONDS ? undefined : seconds * 1000 + backoff
}
