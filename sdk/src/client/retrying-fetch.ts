import { setTimeout } from 'node:timers/promises'
import { isRepeatable, retryDelay } from './retry-delay.ts'

export type Fetch = (request: Request) => Promise<Response>

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export interface RetryOptions {
  /** Maximum number of retries per request. */
  readonly maxRetries: number
  readonly wait?: Wait
}

// Rejects like fetch when aborted: with the reason of the signal.
const sleep: Wait = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())

/**
 * A fetch that retries safe requests after a failed connection, 429 and 503. It sits
 * below the middleware of openapi-fetch, which sees one request with one Idempotency-Key and the last response.
 */
export const retryingFetch =
  (send: Fetch, { maxRetries, wait = sleep }: RetryOptions): Fetch =>
  async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      // A body can be read only once, so send a copy while a retry is possible.
      if (!(attempt < maxRetries && isRepeatable(request))) return send(request)
      const outcome = await settled(send(request.clone()))
      const facts = { random: Math.random(), now: Date.now() }
      const delay = request.signal.aborted ? undefined : retryDelay(attempt, outcome.response, facts)
      if (delay === undefined) return outcome.give()
      await outcome.response?.body?.cancel()
      await wait(delay, request.signal)
    }
  }

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
