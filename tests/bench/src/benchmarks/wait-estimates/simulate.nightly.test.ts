import { fixedMinutes } from './baselines.ts'
import type { Method, Moment } from './method.ts'
import type { Scenario } from './scenario.ts'
import { accuracyOf } from './score.ts'
import { type QuotedWait, simulate } from './simulate.ts'
import { counter } from './testing.ts'
import { usherMethod } from './usher-method.ts'
import { loadScenarios } from './wait-estimates.ts'

describe('a simulated venue', () => {
  test('gives the same result for the same seed and another for another seed', () => {
    const run = (seed: number) => simulate(counter(), seed, [usherMethod()])
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })

  test('position × minutes is off by at most one service with fixed services on one overloaded lane', () => {
    const [promised = []] = simulate(counter({ arrivals: [{ from: '09:00', per_hour: 30 }] }), 1, [
      fixedMinutes(),
    ])
    const late = promised.filter(({ quoted }) => quoted > 20)
    expect(late.length).toBeGreaterThan(100)
    for (const { quoted, actual } of late) expect(Math.abs(quoted - actual)).toBeLessThanOrEqual(10.5)
  })

  test('the mean wait is that of an M/M/1 queue with exponential arrivals and services', () => {
    const venue = counter({
      opens: '00:00',
      closes: '23:59',
      scored_days: 366,
      arrivals: [{ from: '00:00', per_hour: 3 }],
      service: { distribution: 'exponential', mean_minutes: 10 },
    })
    // rho / (mu − lambda) = 0.5 / (6 − 3) hours.
    expect(accuracyOf(simulate(venue, 3, [fixedMinutes()])[0] ?? []).meanWait).toBeGreaterThan(9)
    expect(accuracyOf(simulate(venue, 3, [fixedMinutes()])[0] ?? []).meanWait).toBeLessThan(11)
  })
})

describe('a simulated venue that takes parties in groups or by size', () => {
  const waitsOf = (changes: object) => simulate(counter(changes), 1, [fixedMinutes()])[0] ?? []

  test('each party waits for the next boat at most when boats take all parties', () => {
    const waits = waitsOf({ departures: { every_minutes: 30, parties: 100 } })
    expect(waits.length).toBeGreaterThan(300)
    expect(Math.max(...waits.map(({ actual }) => actual))).toBeLessThanOrEqual(30)
  })

  test('the third party waits for the second boat when a boat takes two parties', () => {
    const waits = waitsOf({ departures: { every_minutes: 30, parties: 2 } })
    const third = waits.find(({ ahead }) => ahead === 2)
    expect(third?.actual).toBeGreaterThan(30)
  })

  test('only parties that fit a table are taken', () => {
    const parties = [
      { size: 2, weight: 1 },
      { size: 6, weight: 1 },
    ]
    const all = waitsOf({ parties, tables: [{ seats: 6, count: 50 }] }).length
    const small = waitsOf({ parties, tables: [{ seats: 2, count: 50 }] })
    expect(small.length).toBeGreaterThan(all / 4)
    expect(small.length).toBeLessThan((all * 3) / 4)
  })

  test('guests forgotten overnight start the next morning and are not scored', () => {
    const starts: number[] = []
    const noted = { ...fixedMinutes(), started: (_: unknown, { now }: { now: number }) => starts.push(now) }
    const busy = { arrivals: [{ from: '09:00', per_hour: 12 }], forgets_overnight: true, scored_days: 2 }
    const [waits = []] = simulate(counter(busy), 1, [noted])
    expect(starts.filter((now) => now === (24 + 9) * 60).length).toBeGreaterThan(10)
    expect(starts.length).toBeGreaterThan(waits.length)
    expect(Math.max(...waits.map(({ actual }) => actual))).toBeLessThan(8 * 60)
  })
})

describe('a simulated method that renews its quotes', () => {
  const renewing = (requote: Method['requote']): Method => ({ ...fixedMinutes(), requote: requote as never })
  const busy = { arrivals: [{ from: '09:00', per_hour: 12 }] }
  const renewedWith = (requote: Method['requote'], changes: object = busy) =>
    accuracyOf(simulate(counter(changes), 1, [renewing(requote)])[0] ?? [])

  test('is asked at each whole minute, with the parties still ahead', () => {
    const asked: { readonly now: number; readonly ahead: number }[] = []
    renewedWith((_, { now, line, closesIn }) => {
      asked.push({ now, ahead: line.length })
      return { quoted: closesIn }
    })
    expect(asked.length).toBeGreaterThan(1000)
    expect(asked.every(({ now }) => Number.isInteger(now))).toBe(true)
    expect(asked.some(({ ahead }) => ahead === 0) && asked.some(({ ahead }) => ahead > 3)).toBe(true)
  })

  test('has no rise and no halfway error when it counts down fixed services', () => {
    let last = 0
    const countdown = (_: unknown, { now, line }: Moment) => ({
      quoted: Math.max(0, last + 10 * (line.length + 1) - now),
    })
    const started = (_: unknown, { now }: Moment) => {
      last = now
    }
    const method = { ...fixedMinutes(), quote: countdown, requote: countdown, started }
    const accuracy = accuracyOf(simulate(counter(busy), 1, [method])[0] ?? [])
    expect(accuracy).toMatchObject({ rosePercent: 0, slippedPercent: 0 })
    expect(accuracy.halfWayError).toBeLessThan(0.01)
  })

  test('has shares of all guests, including those taken before a renewal', () => {
    const puttingOff = (_: unknown, { now }: Moment) => ({ quoted: now })
    const quotes = simulate(counter({ scored_days: 1, arrivals: [{ from: '09:00', per_hour: 4 }] }), 1, [
      { ...fixedMinutes(), requote: puttingOff },
    ])[0] as QuotedWait[]
    const asked = quotes.filter(({ renewal }) => renewal?.halfWay).length
    expect(asked).toBeGreaterThan(3)
    expect(asked).toBeLessThan(quotes.length - 3)
    expect(accuracyOf(quotes).slippedPercent).toBeCloseTo((100 * asked) / quotes.length)
  })

  test('has no renewal scores when it does not renew', () => {
    expect(renewedWith(undefined)).toMatchObject({ rosePercent: Number.NaN, halfWayError: Number.NaN })
  })
})

describe('the scenarios of the benchmark', () => {
  test("Usher's range and bias hold with another seed", () => {
    const promised = loadScenarios([]).flatMap(
      (scenario) => simulate(scenario, 9_000, [usherMethod()])[0] ?? [],
    )
    const { coveredPercent, biasPercent } = accuracyOf(promised)
    expect(coveredPercent).toBeGreaterThan(85)
    expect(coveredPercent).toBeLessThan(95)
    expect(Math.abs(biasPercent)).toBeLessThan(10)
  })
  test('the mean quote is at most 10% below the mean wait in urgent care, where waits are skewed', () => {
    const urgentCare = loadScenarios([]).find(({ name }) => name === 'urgent care') as Scenario
    const { biasPercent } = accuracyOf(simulate(urgentCare, 13, [usherMethod()])[0] ?? [])
    expect(biasPercent).toBeGreaterThan(-10)
    expect(biasPercent).toBeLessThan(0)
  })
})
