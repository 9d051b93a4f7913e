import { median, medianInterval } from './statistics.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the median', () => {
  test('is the middle of an odd number of values, otherwise the mean of the two middle ones', () => {
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
  ])('of %i values has an interval from rank %i from either end', (count, k) => {
    // The ranks of the sign test at 95 % (Conover, Practical Nonparametric Statistics, table A3).
    expect(medianInterval(upTo(count))).toEqual({ low: k, high: count + 1 - k })
  })

  test('of no values has no interval', () => {
    expect(medianInterval([])).toEqual({ low: Number.NaN, high: Number.NaN })
  })
})
