import { fixedMinutes } from './baselines.ts'
import type { Moment } from './method.ts'
import { quantileRegression } from './quantile-regression.ts'
import { accuracyOf } from './score.ts'
import { simulate } from './simulate.ts'
import { counter } from './testing.ts'

const DAY = 24 * 60

const momentAt = (now: number, ahead: number, closesIn = 480): Moment => ({
  ...{ now, hour: 10, lanes: 1, serviceMinutes: 10, closesIn },
  line: Array.from({ length: ahead }, () => ({ size: 1, joined: now - 5 })),
})

/** One that has seen so many guests wait seven minutes for each party ahead, on a single morning. */
function taught(guests: number) {
  const method = quantileRegression()
  for (let i = 0; i < guests; i += 1) {
    const [joined, ahead] = [600 + i, i % 8]
    const guest = { size: 1, joined }
    method.quote(guest, momentAt(joined, ahead))
    method.started(guest, momentAt(joined + 7 * ahead, 0), 0)
  }
  return (now: number, ahead: number, closesIn?: number) =>
    method.quote({ size: 1, joined: now }, momentAt(now, ahead, closesIn)).quoted
}

describe('quantile regression', () => {
  test('quotes position × the setting before it is fitted', () => {
    expect(taught(100)(900, 3)).toBe(40)
    expect(taught(59)(DAY + 600, 3)).toBe(40)
  })

  test('quotes the waits of earlier guests after one night', () => {
    const quoted = taught(200)(DAY + 600, 5)
    expect(quoted).toBeGreaterThan(31)
    expect(quoted).toBeLessThan(39)
  })

  test('quotes the time until closing when the median wait is longer', () => {
    expect(taught(200)(DAY + 600, 5, 20)).toBe(20)
    expect(taught(200)(DAY + 600, 0)).toBeGreaterThanOrEqual(0)
  })

  test('is not biased by guests whose start was recorded the next morning', () => {
    const venue = counter({ arrivals: [{ from: '09:00', per_hour: 8 }], history_days: 7, scored_days: 14 })
    const biasOf = (forgets_overnight: boolean) =>
      accuracyOf(simulate({ ...venue, forgets_overnight }, 1, [quantileRegression()])[0] ?? []).biasPercent
    expect(Math.abs(biasOf(true) - biasOf(false))).toBeLessThan(3)
  })

  test('has much smaller errors than position × the setting when the setting is far too low', () => {
    const service = { distribution: 'gamma', mean_minutes: 10 }
    const settings = { service_minutes: 5 }
    const arrivals = [{ from: '09:00', per_hour: 5.5 }]
    const venue = counter({ service, settings, arrivals, history_days: 7, scored_days: 14 })
    const [learnt = [], fixed = []] = simulate(venue, 1, [quantileRegression(), fixedMinutes()])
    expect(accuracyOf(learnt).error).toBeLessThan(0.8 * accuracyOf(fixed).error)
  })
})
