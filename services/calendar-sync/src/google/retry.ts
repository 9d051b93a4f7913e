import { backoffMs } from '@usher/service-kit'
import { GoogleError } from './google-error.ts'

/** Attempts before a request is left for later. */
const ATTEMPTS = 4

/** Longest wait within a request, in ms; beyond it the caller has to come back. */
const MAX_WAIT_MS = 10_000

const BACKOFF = { firstMs: 750, maxMs: MAX_WAIT_MS }

export type Pause = (ms: number) => Promise<void>

/**
 * Retries transient failures with exponential backoff and jitter (Calendar API guides, "Handle API errors"), not
 * before Google's Retry-After.
 *
 * @throws GoogleError of the last attempt
 */
export async function withRetries<T>(pause: Pause, attempt: () => Promise<T>): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof GoogleError) || error.fault !== 'transient' || failed >= ATTEMPTS) throw error
      const wait = Math.max(backoffMs(failed, BACKOFF), error.retryAfterMs ?? 0)
      if (wait > MAX_WAIT_MS) throw error
      await pause(wait)
    }
  }
}
