import fc from 'fast-check'
import { boundedMinutes } from './calibration.ts'
import { corrected, fitCorrection, type Outcome, type Uncorrected } from './correction.ts'
import { medianRegression, weightedSum } from './regression.ts'

const outcome = (changes: Partial<Outcome>): Outcome => ({
  ...{ expected: 20, nobody_ahead: false, log_slowness: 0, actual: 20 },
  ...changes,
})

/** So many outcomes of quotes from 0 to 40 minutes. */
const outcomes = (count: number, of: (expected: number, i: number) => Partial<Outcome>) =>
  Array.from({ length: count }, (_, i) => {
    const expected = (i * 7) % 41
    return outcome({ expected, ...of(expected, i) })
  })

const minutesOf = (learnt: readonly Outcome[], estimate: Partial<Uncorrected>) =>
  corrected(fitCorrection(learnt), outcome(estimate))

describe('outcomes of many days', () => {
  test('corrects nothing when guests waited as expected', () => {
    const learnt = outcomes(400, (expected) => ({ actual: expected }))
    expect(minutesOf(learnt, { expected: 30 })).toBeCloseTo(30, 1)
  })

  test('lengthens estimates by nearly half when guests waited half as long again', () => {
    const learnt = outcomes(400, (expected) => ({ actual: 1.5 * expected }))
    expect(minutesOf(learnt, { expected: 30 })).toBeGreaterThan(43)
    expect(minutesOf(learnt, { expected: 30 })).toBeLessThan(46)
  })

  test('lengthens only estimates for guests first in line when only those waited longer', () => {
    const learnt = outcomes(400, (expected, i) => {
      const nobody_ahead = i % 2 === 0
      return { nobody_ahead, actual: nobody_ahead ? expected + 6 : expected }
    })
    expect(minutesOf(learnt, { expected: 10, nobody_ahead: true })).toBeGreaterThan(14)
    expect(minutesOf(learnt, { expected: 10 })).toBeLessThan(11)
  })

  test('shortens estimates made in slow times when slow times did not last', () => {
    const learnt = outcomes(400, (expected, i) => {
      const log_slowness = i % 2 === 0 ? 0.4 : 0
      return { log_slowness, actual: expected * (1 - log_slowness / 2) }
    })
    expect(minutesOf(learnt, { expected: 30, log_slowness: 0.4 })).toBeLessThan(26)
    expect(minutesOf(learnt, { expected: 30 })).toBeCloseTo(30, 0)
  })

  test('hardly changes estimates when one in ten outcomes was entered a night late', () => {
    const forgotten = outcomes(400, (expected, i) => {
      const quote = { median: expected, spread: 1 + expected / 4 }
      return { actual: i % 10 === 0 ? boundedMinutes(quote, 700) : expected }
    })
    expect(minutesOf(forgotten, { expected: 30 })).toBeLessThan(33)
  })

  test('keeps estimates within a tenth below the mean wait when three in ten guests waited far longer', () => {
    const skewed = outcomes(400, (expected, i) => ({ actual: (i % 10 < 3 ? 1.6 : 0.9) * expected }))
    const ratio = minutesOf(skewed, { expected: 30 }) / (1.11 * 30)
    expect(ratio).toBeGreaterThan(0.9)
    expect(ratio).toBeLessThan(1)
  })

  test('keeps estimates at the median when three in ten guests waited far less', () => {
    const skewed = outcomes(400, (expected, i) => ({ actual: (i % 10 < 3 ? 0.3 : 1) * expected }))
    expect(minutesOf(skewed, { expected: 30 })).toBeCloseTo(30, 0)
  })

  test('raises estimates by about a quarter at most when the mean wait is many times the median', () => {
    const skewed = outcomes(400, (expected, i) => ({ actual: i % 10 < 3 ? 10 * expected : expected }))
    expect(minutesOf(skewed, { expected: 30 })).toBeLessThan(1.25 * 33)
  })

  test('learns nothing from fewer than sixty outcomes', () => {
    expect(fitCorrection(outcomes(59, () => ({})))).toBeUndefined()
    expect(fitCorrection(outcomes(60, () => ({})))).toBeDefined()
  })

  test('never corrects a longer expected wait to a shorter one, or below zero', () => {
    const any = fc.record({
      expected: fc.double({ min: 0, max: 500, noNaN: true }),
      nobody_ahead: fc.boolean(),
      log_slowness: fc.double({ min: -1, max: 1, noNaN: true }),
      actual: fc.double({ min: 0, max: 3_000, noNaN: true }),
    })
    const more = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(any, { minLength: 60, maxLength: 80 }), any, more, (learnt, estimate, minutes) => {
        const correction = fitCorrection(learnt)
        const before = corrected(correction, estimate)
        const after = corrected(correction, { ...estimate, expected: estimate.expected + minutes })
        expect(before).toBeGreaterThanOrEqual(0)
        expect(after).toBeGreaterThanOrEqual(before)
      }),
    )
  })
})

describe('a median regression', () => {
  test('fits the line of nine in ten points despite one outlier in ten', () => {
    const rows = Array.from({ length: 200 }, (_, i) => [1, i / 100])
    const targets = rows.map(([, x = 0], i) => (i % 10 === 0 ? 50 : 1 + 2 * x))
    const weights = medianRegression(rows, targets, 0.001)
    expect(weights.map((weight) => Math.round(weight * 10) / 10)).toEqual([1, 2])
    expect(weightedSum([1, 3], weights)).toBeCloseTo(7, 1)
  })
})
