const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 8000
/** If the server asks for a longer wait, the error is thrown instead. */
const MAX_RETRY_AFTER_SECONDS = 60

/** An attempt that may have to be repeated. */
export interface Attempt {
  readonly request: Request
  /** Number of retries so far. */
  readonly retries: number
  /** undefined if the connection failed, or there was no answer in time. */
  readonly status: number | undefined
  /** From the `Retry-After` of the response. */
  readonly retryAfterSeconds: number | undefined
  /** From 0 to below 1, for jitter. */
  readonly random: number
}

/** Milliseconds to wait before a retry, or undefined for none. Asked after every response and failed connection. */
export type RetryPolicy = (attempt: Attempt) => number | undefined

/** Whether a request is safe to repeat. Only POSTs are done once under their key: servers ignore it elsewhere. */
const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && headers.has('idempotency-key'))

/** 409 with `Retry-After`: the first attempt of the request is still in progress. */
const isPassing = (status: number, retryAfterSeconds: number | undefined): boolean =>
  status === 429 || status === 503 || (status === 409 && retryAfterSeconds !== undefined)

/**
 * Retries requests that are safe to repeat after 429, 503, 409 with `Retry-After`, timeouts and failed connections. It waits for
 * `Retry-After`, and at least the exponential backoff with full jitter.
 */
export const retryUpTo =
  (maxRetries: number): RetryPolicy =>
  ({ request, retries, status, retryAfterSeconds, random }) => {
    if (!(retries < maxRetries && isRepeatable(request))) return undefined
    const backoff = random * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries)
    if (status === undefined) return backoff
    if (!isPassing(status, retryAfterSeconds)) return undefined
    const seconds = retryAfterSeconds ?? 0
    return seconds > MAX_RETRY_AFTER_SECONDS ? undefined : seconds * 1000 + backoff
  }
