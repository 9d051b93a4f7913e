import { retryAfterSeconds } from './retry-after.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 8000
/** Who is asked to wait longer is told so instead. */
const LONGEST_RETRY_AFTER_SECONDS = 60

/** Whether sending it again does nothing a second time. */
export const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || headers.has('idempotency-key')

/**
 * Milliseconds to wait before a request is sent again, or undefined for not at all. What is answered 429 or 503
 * waits as `Retry-After` says, and at least as long as without: an exponential backoff with full jitter.
 *
 * @param attempt how often it was sent again already
 * @param response undefined where the connection failed
 * @param random from 0 to below 1
 */
export function retryDelay(
  attempt: number,
  response: Response | undefined,
  { random, now }: { random: number; now: number },
): number | undefined {
  const backoff = random * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
  if (!response) return backoff
  if (response.status !== 429 && response.status !== 503) return undefined
  const seconds = retryAfterSeconds(response.headers, now) ?? 0
  return seconds > LONGEST_RETRY_AFTER_SECONDS ? undefined : seconds * 1000 + backoff
}
