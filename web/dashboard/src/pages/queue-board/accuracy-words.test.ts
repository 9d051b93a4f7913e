import { accuracyWords } from './board-header.tsx'

describe('the accuracy of quotes in words', () => {
  test.each([
    [12.4, 14, 1.4, 'quoted 12 min too long on average (28 days)'],
    [-3.2, 5, -1, 'quoted 3 min too short on average (28 days)'],
    [-13, 15, -8, 'quoted 13 min too short on average (28 days)'],
    [0.4, 2.6, 0, 'average error 3 min (28 days)'],
    [0, 0, 0, 'average error 1 min (28 days)'],
    [0.4, 2.6, 7.6, 'usually called 8 min before the end of the range (28 days)'],
    [-3.2, 5, 1.5, 'usually called 2 min before the end of the range (28 days)'],
  ])(
    'for a bias of %d min, an error of %d and guests called %d min early is "%s"',
    (bias, error, early, words) => {
      expect(accuracyWords({ bias, mean_absolute_error: error, early })).toBe(words)
    },
  )

  test('is undefined when no guest was served', () => {
    expect(accuracyWords({ bias: null, mean_absolute_error: null, early: null })).toBeUndefined()
  })
})
