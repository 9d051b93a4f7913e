import { backoffMs } from '@usher/service-kit'
import { SECOND_MS } from '@usher/service-kit/durations'

/** Most attempts, the first one included. */
export const MAX_ATTEMPTS = 8

const BACKOFF = { firstMs: 2 * SECOND_MS, maxMs: 120 * SECOND_MS }

/** Longest wait that we grant a provider. */
const RETRY_AFTER_CAP_MS = 600 * SECOND_MS

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
 * When to retry a message; null after the last attempt. Backs off, and is never earlier than the
 * provider asks.
 */
export function nextAttemptAt({ attempts, endedAt, retryAfterMs = 0, random }: Failed): Date | null {
  if (attempts >= MAX_ATTEMPTS) return null
  const delay = Math.max(backoffMs(attempts, BACKOFF, random), Math.min(retryAfterMs, RETRY_AFTER_CAP_MS))
  return new Date(endedAt.getTime() + Math.round(delay))
}
