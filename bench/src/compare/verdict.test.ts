import { createRandom } from '../benchmarks/wait-estimates/random.ts'
import { compareRatios, isUndecided, verdictText } from './verdict.ts'

describe('given the ratios of nine rounds', () => {
  test('when they lie around one, then the cost is the same', () => {
    const ratios = [0.93, 1.08, 1.02, 0.97, 1.11, 0.95, 1.0, 1.04, 0.99]
    expect(compareRatios(ratios)).toEqual({ ratio: 1, low: 0.95, high: 1.08, verdict: 'same' })
  })

  test('when they lie around 1.3, then the path is slower, whatever one round says', () => {
    const ratios = [1.28, 1.33, 0.7, 1.25, 1.31, 1.4, 1.27, 1.3, 1.22]
    expect(compareRatios(ratios)).toEqual({ ratio: 1.28, low: 1.22, high: 1.33, verdict: 'slower' })
  })

  test('when they lie around 0.7, then the path is faster', () => {
    const ratios = [0.7, 0.72, 0.68, 0.71, 1.5, 0.69, 0.66, 0.73, 0.74]
    expect(compareRatios(ratios).verdict).toBe('faster')
  })

  test('when there are fewer than six, then they say nothing, however far apart the two are', () => {
    expect(compareRatios([1.5, 1.5, 1.5, 1.5, 1.5]).verdict).toBe('same')
    expect(compareRatios([1.5, 1.5, 1.5, 1.5, 1.5, 1.5]).verdict).toBe('slower')
  })

  test('when the median is beyond the limit but the rounds disagree, then nothing is claimed', () => {
    expect(compareRatios([0.6, 0.8, 1.2, 1.2, 1.2, 1.3, 0.9, 1.6, 2]).verdict).toBe('same')
    expect(compareRatios([1.6, 1.2, 0.8, 0.8, 0.8, 0.7, 1.1, 0.6, 0.5]).verdict).toBe('same')
  })

  test('when all of them are a little above one, then the path is not called slower', () => {
    expect(compareRatios([1.08, 1.1, 1.09, 1.12, 1.11, 1.1, 1.09, 1.08, 1.13]).verdict).toBe('same')
  })
})

describe('given a comparison', () => {
  test('when its interval has the limit inside, then more rounds are needed', () => {
    expect(isUndecided({ low: 0.98, high: 1.2 })).toBe(true)
    expect(isUndecided({ low: 0.98, high: 1.1 })).toBe(false)
    expect(isUndecided({ low: 1.2, high: 1.4 })).toBe(false)
  })

  test('when it is written, then only the slower one stands out', () => {
    expect(verdictText('slower')).toBe('**slower than 1.15×**')
    expect(verdictText('same')).toBe('same')
  })
})

describe('given rounds as noisy as on a busy machine', () => {
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

  test('when the commits are equal, then hardly ever a path is called slower', () => {
    expect(slowerOf(1)).toBeLessThan(1)
  })

  test('when a path costs 30 % more, then it is called slower', () => {
    expect(slowerOf(1.3)).toBeGreaterThan(95)
  })
})
