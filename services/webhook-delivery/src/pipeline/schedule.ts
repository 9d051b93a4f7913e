const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds from the end of each failed automatic attempt to the next one; after the last there is none. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

/** The first attempt and one after each delay. */
export const MAX_AUTOMATIC_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** Longest wait that a receiver's `Retry-After` may ask for. */
export const RETRY_AFTER_CAP_MS = 24 * HOUR

/** Largest part of a wait that chance adds, so that what failed together is not tried together. */
export const JITTER = 0.1

interface Failed {
  /** Automatic attempts made so far, this one included. */
  readonly automaticAttempts: number
  readonly endedAt: Date
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined
  /** Chance, from 0 to 1. */
  readonly random: number
}

/**
 * When a delivery is attempted again after an automatic attempt failed; null after the last one.
 * Never earlier than the schedule says nor than the receiver asks, and up to a tenth later.
 */
export function nextAttemptAt({ automaticAttempts, endedAt, retryAfterMs, random }: Failed): Date | null {
  const delay = RETRY_DELAYS_MS[automaticAttempts - 1]
  if (delay === undefined) return null
  const wait = Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS))
  return new Date(endedAt.getTime() + Math.round(wait * (1 + JITTER * random)))
}
