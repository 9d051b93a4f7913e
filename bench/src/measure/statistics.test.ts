import { median, medianInterval } from './statistics.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('given values', () => {
  test('when there are an odd number of them, then the median is the middle one, else the mean of two', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
  })

  test.each([
    [5, 1],
    [6, 1],
    [8, 1],
    [9, 2],
    [12, 3],
    [20, 6],
    [25, 8],
  ])('when there are %i, then the interval goes has the value of rank %i at either end', (count, k) => {
    // The ranks of the sign test at 95 % (Conover, Practical Nonparametric Statistics, table A3).
    expect(medianInterval(upTo(count))).toEqual({ low: k, high: count + 1 - k })
  })

  test('when there are none, then there is no interval', () => {
    expect(medianInterval([])).toEqual({ low: Number.NaN, high: Number.NaN })
  })
})
