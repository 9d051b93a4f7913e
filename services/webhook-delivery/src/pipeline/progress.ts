import type { Trigger } from '../log/attempt-record.ts'
import type { Progress } from '../log/delivery.ts'
import { nextAttemptAt } from './schedule.ts'

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
