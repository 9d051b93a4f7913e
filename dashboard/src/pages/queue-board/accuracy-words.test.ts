import { describe, expect, test } from 'vitest'
import { accuracyWords } from './accuracy-words.ts'

describe('given how the quotes of a queue came true', () => {
  test.each([
    [12.4, 14, 'called 12 min before the quote on average'],
    [-3.2, 5, 'called 3 min after the quote on average'],
    [0.4, 2.6, 'called within 3 min of the quote'],
    [0, 0, 'called within 1 min of the quote'],
  ])('when quotes were %d minutes too long, with an error of %d, then it is "%s"', (bias, error, words) => {
    expect(accuracyWords({ bias, mean_absolute_error: error })).toBe(words)
  })

  test('when nobody was served, then nothing is said', () => {
    expect(accuracyWords({ bias: null, mean_absolute_error: null })).toBeUndefined()
  })
})
