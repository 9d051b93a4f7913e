import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { type Score, scoreOf } from './calibration.ts'
import { forecast } from './estimate.ts'
import { NO_PACE, type Pace } from './pace.ts'
import { recordStart } from './record.ts'

const SETTING_MINUTES = 10

interface Taken {
  readonly at: number
  readonly waiting: number
  readonly passed?: number
  readonly score?: Score | null
}

const take = (pace: Pace, { at, waiting, passed = 0, score = null }: Taken): Pace =>
  recordStart(pace, {
    ...{
      at,
      line: [waiting, passed, 0, 0],
      passed: [0, passed, 0, 0],
      score,
      bucket: 0,
      waited: 5,
      lanes: 1,
    },
    hour: Math.floor(at / 60 / MINUTE_MS) % 168,
    serviceMinutes: SETTING_MINUTES,
  })

/** The quote, in minutes, for somebody with so many ahead. */
function quoteOf(pace: Pace, now: number, ahead: number) {
  const hour = Math.floor(now / 60 / MINUTE_MS) % 168
  const situation = { now, hour, minute: 0, lanes: 1, serviceMinutes: SETTING_MINUTES, closesIn: Infinity }
  return forecast(pace, situation).quote({ ahead: [ahead, 0, 0, 0], waited: 5 })
}

describe('a boat that takes twelve parties an hour', () => {
  test.each([
    ['others wait for the next', 6],
    ['nobody is left behind', 0],
  ])('quotes about an hour behind twelve parties when %s', (_, waiting) => {
    let pace = NO_PACE
    for (let boat = 0; boat < 100; boat += 1) {
      for (let party = 0; party < 12; party += 1) {
        const at = (boat * 60 + party / 60) * MINUTE_MS
        const quote = quoteOf(pace, at, 12)
        const score = boat > 2 ? scoreOf(quote, 60) : null
        pace = take(pace, { at, waiting: waiting + 11 - party, score })
      }
    }
    const { low, high } = quoteOf(pace, (99 * 60 + 1) * MINUTE_MS, 12)
    expect(low).toBeGreaterThanOrEqual(40)
    expect(low).toBeLessThanOrEqual(130)
    expect(high).toBeGreaterThanOrEqual(55)
  })
})

describe('a boat every half hour that leaves parties behind', () => {
  let pace = NO_PACE
  for (let boat = 0; boat < 50; boat += 1) {
    for (let party = 0; party < 12; party += 1) {
      pace = take(pace, { at: boat * 30 * MINUTE_MS, waiting: 13 - party })
    }
  }
  const last = 49 * 30

  test('quotes 20 minutes for the next boat and 30 more for each later one, ten minutes after a boat', () => {
    const medians = [0, 11, 12, 24].map((ahead) => quoteOf(pace, (last + 10) * MINUTE_MS, ahead).median)
    expect(medians.map(Math.round)).toEqual([20, 20, 50, 80])
  })

  test('quotes by the new pace once parties are taken one by one', () => {
    let later = pace
    for (let i = 1; i <= 30; i += 1) later = take(later, { at: (last + i * 4) * MINUTE_MS, waiting: 5 })
    const { median } = quoteOf(later, (last + 120) * MINUTE_MS, 9)
    expect(median).toBeGreaterThan(30)
    expect(median).toBeLessThan(60)
  })
})

describe('any course of a queue', () => {
  const step = fc.record({
    minutes: fc.double({ min: -60, max: 600, noNaN: true }),
    atOnce: fc.integer({ min: 1, max: 20 }),
    waiting: fc.nat(20),
    passed: fc.nat(3),
  })

  test('quotes within a factor of four of the truth after thirty parties at an even pace', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), fc.integer({ min: 4, max: 30 }), (steps, minutes) => {
        let pace = NO_PACE
        let at = 0
        for (const step of steps) {
          at = Math.max(0, at + step.minutes * MINUTE_MS)
          for (let i = 0; i < step.atOnce; i += 1) pace = take(pace, { ...step, at })
        }
        for (let i = 0; i < 31; i += 1) {
          at += minutes * MINUTE_MS
          pace = take(pace, { at, waiting: 5 })
        }
        const { median } = quoteOf(pace, at, 9)
        const truth = 10 * minutes
        expect(median).toBeGreaterThan(truth / 4)
        expect(median).toBeLessThan(truth * 4)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a guest who was forgotten overnight', () => {
  test('counts an outcome entered the next morning as an error of four spreads', () => {
    const score = scoreOf({ median: 20, spread: 5, high: 30, nobody_ahead: false }, 700)
    expect(score).toMatchObject({ error: 4, early: -10, missed: true })
  })
})
