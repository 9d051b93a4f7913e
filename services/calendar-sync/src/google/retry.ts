import { GoogleError } from './google-error.ts'

/** Attempts before a request is left for later. */
const ATTEMPTS = 4

/** Wait before the second attempt, in ms; doubled before each further one. */
const FIRST_WAIT_MS = 500

/** Longest wait within a request, in ms; beyond it the caller has to come back. */
const LONGEST_WAIT_MS = 10_000

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
      const wait = Math.max(backoffMs(failed), error.retryAfterMs ?? 0)
      if (wait > LONGEST_WAIT_MS) throw error
      await pause(wait)
    }
  }
}

const backoffMs = (failed: number): number => FIRST_WAIT_MS * 2 ** (failed - 1) * (0.5 + Math.random())
