import { createRandom } from '../benchmarks/random.ts'
import { compareRatios, isUndecided, verdictText } from './results.ts'

describe('the ratios of the rounds of a comparison', () => {
  test('around 1 mean the same cost', () => {
    const ratios = [0.93, 1.08, 1.02, 0.97, 1.11, 0.95, 1.0, 1.04, 0.99]
    expect(compareRatios(ratios)).toEqual({ ratio: 1, low: 0.95, high: 1.08, verdict: 'same' })
  })

  test('around 1.3 mean slower, despite one outlier', () => {
    const ratios = [1.28, 1.33, 0.7, 1.25, 1.31, 1.4, 1.27, 1.3, 1.22]
    expect(compareRatios(ratios)).toEqual({ ratio: 1.28, low: 1.22, high: 1.33, verdict: 'slower' })
  })

  test('around 0.7 mean faster', () => {
    const ratios = [0.7, 0.72, 0.68, 0.71, 1.5, 0.69, 0.66, 0.73, 0.74]
    expect(compareRatios(ratios).verdict).toBe('faster')
  })

  test('mean the same with fewer than six rounds, whatever the ratios', () => {
    expect(compareRatios([1.5, 1.5, 1.5, 1.5, 1.5]).verdict).toBe('same')
    expect(compareRatios([1.5, 1.5, 1.5, 1.5, 1.5, 1.5]).verdict).toBe('slower')
  })

  test('mean the same when the median is beyond the limit but the rounds disagree', () => {
    expect(compareRatios([0.6, 0.8, 1.2, 1.2, 1.2, 1.3, 0.9, 1.6, 2]).verdict).toBe('same')
    expect(compareRatios([1.6, 1.2, 0.8, 0.8, 0.8, 0.7, 1.1, 0.6, 0.5]).verdict).toBe('same')
  })

  test('mean the same when all lie only a little above 1', () => {
    expect(compareRatios([1.08, 1.1, 1.09, 1.12, 1.11, 1.1, 1.09, 1.08, 1.13]).verdict).toBe('same')
  })
})

describe('a verdict', () => {
  test('is undecided while the limit lies within the interval', () => {
    expect(isUndecided({ low: 0.98, high: 1.2 })).toBe(true)
    expect(isUndecided({ low: 0.98, high: 1.1 })).toBe(false)
    expect(isUndecided({ low: 1.2, high: 1.4 })).toBe(false)
  })

  test('is bold in text only when slower', () => {
    expect(verdictText('slower')).toBe('**slower than 1.15×**')
    expect(verdictText('same')).toBe('same, not slower than 1.15×')
  })
})

describe('rounds as noisy as on a busy machine', () => {
  const ROUNDS = 9
  /**
   * Standard deviations of the logarithm of a round's ratio, and of the lasting difference between two processes with
   * the same code.
   */
  const [ROUND_NOISE, PROCESS_NOISE] = [0.12, 0.04]

  /** Per cent of 1,000 comparisons that find the path slower. */
  const slowerOf = (factor: number): number => {
    const random = createRandom(1)
    const noisy = (middle: number, noise: number) => middle * Math.exp(noise * random.normal())
    const verdicts = Array.from({ length: 1_000 }, () => {
      const middle = noisy(factor, PROCESS_NOISE)
      return compareRatios(Array.from({ length: ROUNDS }, () => noisy(middle, ROUND_NOISE))).verdict
    })
    return verdicts.filter((verdict) => verdict === 'slower').length / 10
  }

  test('hardly ever call a path slower when the commits are equal', () => {
    expect(slowerOf(1)).toBeLessThan(1)
  })

  test('nearly always call a path slower that costs 30% more', () => {
    expect(slowerOf(1.3)).toBeGreaterThan(95)
  })
})
