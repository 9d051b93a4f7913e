import { describe, expect, test } from 'vitest'
import { accuracyWords } from './accuracy-words.ts'

describe('given the accuracy of quotes', () => {
  test.each([
    [12.4, 14, 'quoted 12 min too long on average (28 days)'],
    [-3.2, 5, 'quoted 3 min too short on average (28 days)'],
    [0.4, 2.6, 'average error 3 min (28 days)'],
    [0, 0, 'average error 1 min (28 days)'],
  ])('when quotes were %d minutes too long, with an error of %d, then it is "%s"', (bias, error, words) => {
    expect(accuracyWords({ bias, mean_absolute_error: error })).toBe(words)
  })

  test('when nobody was served, then nothing is said', () => {
    expect(accuracyWords({ bias: null, mean_absolute_error: null })).toBeUndefined()
  })
})
