import fc from 'fast-check'
import {
  JITTER,
  MAX_AUTOMATIC_ATTEMPTS,
  nextAttemptAt,
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
