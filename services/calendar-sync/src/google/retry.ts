import { GoogleError } from './google-error.ts'

/** Times that a request is tried before it is left for later. */
const ATTEMPTS = 4

/** Milliseconds before the second attempt; doubled before each further one. */
const FIRST_WAIT_MS = 500

/** Longest that a request waits for Google here; whoever asked comes back instead. */
const LONGEST_WAIT_MS = 10_000

export type Pause = (ms: number) => Promise<void>

/**
 * Repeats what failed for the moment, with exponential backoff and jitter (Calendar API guides, "Handle API errors"),
 * not before Google wants it.
 *
 * @throws GoogleError what the last attempt failed with
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
