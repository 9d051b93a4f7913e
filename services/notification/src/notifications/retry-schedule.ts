import { backoffMs } from '@usher/service-kit'
import { SECOND_MS } from '@usher/service-kit/durations'

/** Most attempts, the first one included. */
export const MAX_ATTEMPTS = 8

const BACKOFF = { firstMs: 2 * SECOND_MS, maxMs: 120 * SECOND_MS }

/** Most attempts by push where SMS or e-mail can follow: a guest who is called must not wait for minutes. */
const MAX_PUSH_ATTEMPTS = 3

/** Longest wait between these attempts. */
const MAX_PUSH_WAIT_MS = 15 * SECOND_MS

/** Longest wait that we grant a provider. */
const RETRY_AFTER_CAP_MS = 600 * SECOND_MS

interface Failed {
  /** Attempts made so far. */
  readonly attempts: number
  readonly endedAt: Date
  /** What the provider asked for. */
  readonly retryAfterMs?: number | undefined
  /** Sent by push, and by another channel after the last attempt. */
  readonly yieldsSoon: boolean
  /** Chance, from 0 to 1. */
  readonly random: number
}

/**
 * When to retry a message; null after the last attempt. Backs off, and is never earlier than the
 * provider asks.
 */
export function nextAttemptAt({
  attempts,
  endedAt,
  retryAfterMs = 0,
  yieldsSoon,
  random,
}: Failed): Date | null {
  if (attempts >= (yieldsSoon ? MAX_PUSH_ATTEMPTS : MAX_ATTEMPTS)) return null
  if (yieldsSoon && retryAfterMs > MAX_PUSH_WAIT_MS) return null
  const delay = Math.max(backoffMs(attempts, BACKOFF, random), Math.min(retryAfterMs, RETRY_AFTER_CAP_MS))
  return new Date(endedAt.getTime() + Math.round(delay))
}
