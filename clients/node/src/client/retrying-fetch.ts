import { retryAfterSeconds } from './retry-after.ts'
import type { RetryPolicy } from './retry-policy.ts'

export type Fetch = (request: Request) => Promise<Response>

/** Waits before a retry. May end early, and does when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export interface RetryOptions {
  readonly retry: RetryPolicy
  readonly wait?: Wait | undefined
}

/** Waits, but ends early when the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted) end()
  })

/**
 * A fetch that retries as the policy says. It sits below the middleware of openapi-fetch, which sees one request with
 * one Idempotency-Key and the last response. An aborted request rejects like fetch: with the reason of the signal.
 */
export const retryingFetch =
  (send: Fetch, { retry, wait = sleep }: RetryOptions): Fetch =>
  async (request) => {
    for (let retries = 0; ; retries += 1) {
      // A body can be read only once, so send a copy.
      const outcome = await settled(send(request.clone()))
      const delay = request.signal.aborted ? undefined : retry(attemptOf(request, retries, outcome))
      if (delay === undefined) return outcome.give()
      await outcome.response?.body?.cancel()
      await wait(delay, request.signal)
      request.signal.throwIfAborted()
    }
  }

const attemptOf = (request: Request, retries: number, { response }: Outcome) => ({
  request,
  retries,
  status: response?.status,
  retryAfterSeconds: response && retryAfterSeconds(response.headers, Date.now()),
  random: Math.random(),
})

interface Outcome {
  readonly response?: Response
  /** Returns the response, or throws the error. */
  give(): Response
}

const settled = (sending: Promise<Response>): Promise<Outcome> =>
  sending.then(
    (response) => ({ response, give: () => response }),
    (error: unknown) => ({
      give: () => {
        throw error
      },
    }),
  )
