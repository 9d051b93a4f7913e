import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@usher/service-kit/durations'
import type { Trigger } from '../log/attempt-record.ts'
import type { Progress } from '../log/delivery.ts'

/** Delay from each failed automatic attempt to the next, in ms; after the last one there is none. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const

/** The first attempt and one after each delay. */
export const MAX_AUTOMATIC_ATTEMPTS = RETRY_DELAYS_MS.length + 1

/** Maximum delay that a receiver's `Retry-After` can request, in ms. */
export const RETRY_AFTER_CAP_MS = 24 * HOUR_MS

/**
 * Maximum random addition to a delay, as a fraction, so that deliveries that failed together are not retried
 * together.
 */
export const JITTER = 0.1

interface Failed {
  /** Automatic attempts so far, including this one. */
  readonly automaticAttempts: number
  readonly endedAt: Date
  /** Delay requested by the receiver. */
  readonly retryAfterMs?: number | undefined
  /** Random number from 0 to 1. */
  readonly random: number
}

/**
 * When to retry after a failed automatic attempt; null after the last one. Never earlier than the schedule or
 * the receiver's `Retry-After`, and up to a tenth later.
 */
export function nextAttemptAt({ automaticAttempts, endedAt, retryAfterMs, random }: Failed): Date | null {
  const delay = RETRY_DELAYS_MS[automaticAttempts - 1]
  if (delay === undefined) return null
  const wait = Math.max(delay, Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS))
  return new Date(endedAt.getTime() + Math.round(wait * (1 + JITTER * random)))
}

/** Outcome of an attempt. */
export interface AttemptOutcome {
  readonly trigger: Trigger
  readonly acknowledged: boolean
  /** The endpoint is disabled: send nothing more. */
  readonly endpointDisabled: boolean
  readonly endedAt: Date
  readonly retryAfterMs?: number | undefined
  /** Random number for the jitter, from 0 to 1. */
  readonly random: number
}

/** Progress of a delivery after an attempt. A failed manual attempt leaves the schedule unchanged. */
export function progressAfter(before: Progress, outcome: AttemptOutcome): Progress {
  const { trigger, acknowledged, endedAt } = outcome
  const automatic_attempts = before.automatic_attempts + (trigger === 'automatic' ? 1 : 0)
  if (acknowledged) return delivered(before, automatic_attempts, endedAt)
  if (before.status !== 'pending') return before
  if (outcome.endpointDisabled) return failed(automatic_attempts, endedAt)
  if (trigger === 'manual') return before
  const next = nextAttemptAt({
    automaticAttempts: automatic_attempts,
    endedAt,
    retryAfterMs: outcome.retryAfterMs,
    random: outcome.random,
  })
  return next
    ? { status: 'pending', automatic_attempts, next_attempt_at: next, completed_at: null }
    : failed(automatic_attempts, endedAt)
}

const delivered = (before: Progress, automatic_attempts: number, at: Date): Progress => ({
  status: 'delivered',
  automatic_attempts,
  next_attempt_at: null,
  completed_at: before.status === 'delivered' ? before.completed_at : at,
})

const failed = (automatic_attempts: number, at: Date): Progress => ({
  status: 'failed',
  automatic_attempts,
  next_attempt_at: null,
  completed_at: at,
})

/** Progress of a delivery whose endpoint was deleted or disabled: pending becomes failed. */
export const progressWithoutEndpoint = (before: Progress, now: Date): Progress =>
  before.status === 'pending' ? failed(before.automatic_attempts, now) : before
