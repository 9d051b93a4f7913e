const SECOND = 1_000

/** Most attempts, the first one included. */
export const MAX_ATTEMPTS = 8

const FIRST_DELAY_MS = 2 * SECOND
const LONGEST_DELAY_MS = 120 * SECOND

/** Longest wait that we grant a provider. */
const RETRY_AFTER_CAP_MS = 600 * SECOND

interface Failed {
  /** Attempts made so far. */
  readonly attempts: number
  readonly endedAt: Date
  /** What the provider asked for. */
  readonly retryAfterMs?: number | undefined
  /** Chance, from 0 to 1. */
  readonly random: number
}

/**
 * When to retry a message; null after the last attempt. Exponential backoff with jitter between half and all of the delay
 * (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015), never earlier than the
 * provider asks.
 */
export function nextAttemptAt({ attempts, endedAt, retryAfterMs = 0, random }: Failed): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null
  const whole = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1))
  const delay = whole * (0.5 + random / 2)
  return new Date(endedAt.getTime() + Math.round(Math.max(delay, Math.min(retryAfterMs, RETRY_AFTER_CAP_MS))))
}
