import fc from 'fast-check'
import type { Progress } from '../log/delivery.ts'
import {
  type AttemptOutcome,
  JITTER,
  MAX_AUTOMATIC_ATTEMPTS,
  nextAttemptAt,
  progressAfter,
  progressWithoutEndpoint,
  RETRY_AFTER_CAP_MS,
  RETRY_DELAYS_MS,
} from './schedule.ts'

const endedAt = new Date('2026-01-01T12:00:00Z')

const waitMs = (automaticAttempts: number, given: { retryAfterMs?: number; random?: number } = {}) => {
  const next = nextAttemptAt({ automaticAttempts, endedAt, random: 0, ...given })
  return next && next.getTime() - endedAt.getTime()
}

describe('the retry schedule of failed automatic attempts', () => {
  test('waits 5 s, 5 min, 30 min and 2, 5, 10, 14, 20 and 24 h without jitter', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) => (waitMs(attempt) ?? 0) / 1000)
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600)
    expect(seconds).toEqual([5, 300, 1800, ...hours])
  })

  test('ends after the tenth attempt', () => {
    expect(waitMs(MAX_AUTOMATIC_ATTEMPTS)).toBeNull()
    expect(MAX_AUTOMATIC_ATTEMPTS).toBe(10)
  })

  test('honours a Retry-After longer than the schedule, up to one day', () => {
    expect(waitMs(1, { retryAfterMs: 60_000 })).toBe(60_000)
    expect(waitMs(1, { retryAfterMs: 1_000 })).toBe(5_000)
    expect(waitMs(1, { retryAfterMs: 365 * RETRY_AFTER_CAP_MS })).toBe(RETRY_AFTER_CAP_MS)
  })

  test('never waits less than required nor more than a tenth longer, for any input', () => {
    const retryAfter = fc.option(fc.nat(2 * RETRY_AFTER_CAP_MS), { nil: undefined })
    const random = fc.double({ min: 0, max: 1, noNaN: true })
    const property = (attempt: number, retryAfterMs: number | undefined, chance: number) => {
      const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_CAP_MS)
      const least = Math.max(RETRY_DELAYS_MS[attempt - 1] ?? 0, asked)
      const wait =
        waitMs(attempt, { ...(retryAfterMs !== undefined && { retryAfterMs }), random: chance }) ?? -1
      return wait >= least && wait <= Math.ceil(least * (1 + JITTER))
    }
    const attempts = fc.integer({ min: 1, max: RETRY_DELAYS_MS.length })
    expect(() => fc.assert(fc.property(attempts, retryAfter, random, property))).not.toThrow()
  })
})

const earlier = new Date('2026-01-01T11:00:00Z')
const pending: Progress = {
  status: 'pending',
  automatic_attempts: 1,
  next_attempt_at: earlier,
  completed_at: null,
}
const failed: Progress = { ...pending, status: 'failed', next_attempt_at: null, completed_at: earlier }
const delivered: Progress = { ...failed, status: 'delivered' }
const failure: AttemptOutcome = {
  trigger: 'automatic',
  acknowledged: false,
  endpointDisabled: false,
  endedAt,
  random: 0,
}

describe('a pending delivery', () => {
  test('schedules the next attempt after a failed automatic attempt', () => {
    const next = new Date(endedAt.getTime() + 300_000)
    expect(progressAfter(pending, failure)).toEqual({
      ...pending,
      automatic_attempts: 2,
      next_attempt_at: next,
    })
  })

  test('fails after the last automatic attempt', () => {
    const last = { ...pending, automatic_attempts: 9 }
    expect(progressAfter(last, failure)).toEqual({
      status: 'failed',
      automatic_attempts: 10,
      next_attempt_at: null,
      completed_at: endedAt,
    })
  })

  test('stays unchanged after a failed manual attempt', () => {
    expect(progressAfter(pending, { ...failure, trigger: 'manual' })).toEqual(pending)
  })

  test('becomes delivered after an acknowledged attempt', () => {
    expect(progressAfter(pending, { ...failure, acknowledged: true })).toMatchObject({
      status: 'delivered',
      next_attempt_at: null,
      completed_at: endedAt,
    })
  })

  test('fails when its endpoint is disabled by the attempt or deleted', () => {
    expect(progressAfter(pending, { ...failure, endpointDisabled: true }).status).toBe('failed')
    expect(progressWithoutEndpoint(pending, endedAt)).toMatchObject({
      status: 'failed',
      completed_at: endedAt,
    })
  })
})

describe('a completed delivery', () => {
  test('keeps its status after a failed manual attempt', () => {
    const manual = { ...failure, trigger: 'manual', endpointDisabled: true } as const
    expect(progressAfter(failed, manual)).toEqual(failed)
    expect(progressAfter(delivered, manual)).toEqual(delivered)
    expect(progressWithoutEndpoint(delivered, endedAt)).toEqual(delivered)
  })

  test('an acknowledged manual attempt makes a failed one delivered and keeps the time of a delivered one', () => {
    const manual = { ...failure, trigger: 'manual', acknowledged: true } as const
    expect(progressAfter(failed, manual)).toMatchObject({ status: 'delivered', completed_at: endedAt })
    expect(progressAfter(delivered, manual).completed_at).toEqual(earlier)
  })
})
