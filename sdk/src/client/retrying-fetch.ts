import { setTimeout } from 'node:timers/promises'
import { isRepeatable, retryDelay } from './retry-delay.ts'

export type Fetch = (request: Request) => Promise<Response>

type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>

export interface RetryOptions {
  /** How often a request is sent again at most. */
  readonly maxRetries: number
  readonly wait?: Wait
}

// Ends as fetch does when the caller gives up: with the caller's own reason.
const sleep: Wait = (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())

/**
 * A fetch that sends a request again after a failed connection, 429 and 503, where that does nothing twice. It is
 * below the middleware of openapi-fetch, which thus sees one request with one Idempotency-Key, and the last answer.
 */
export const retryingFetch =
  (send: Fetch, { maxRetries, wait = sleep }: RetryOptions): Fetch =>
  async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      // A body can be sent once, so what may be sent again is a copy.
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
  /** The response, or throws what there was instead. */
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
