import { fit, grows, settled } from '../src/soak/slope.ts'

const line = (count: number, of: (x: number) => number) =>
  Array.from({ length: count }, (_, x) => ({ x, y: of(x) }))

describe('the fit of a line', () => {
  test('given points on a line, then its slope is found without error', () => {
    const { slope, error } = fit(line(10, (x) => 3 + 2 * x))
    expect(slope).toBeCloseTo(2)
    expect(error).toBeCloseTo(0)
  })

  test('given a steady rise under a saw-tooth, then it is seen to grow', () => {
    expect(grows(fit(line(20, (x) => 2 * x + (x % 3))), 1)).toBe(true)
  })

  test('given a saw-tooth alone, then it is not', () => {
    expect(grows(fit(line(20, (x) => 10 * (x % 3))), 0.5)).toBe(false)
  })

  test('given two points, then nothing can be said', () => {
    expect(grows(fit(line(2, (x) => 1000 * x)), 1)).toBe(false)
  })

  test('given samples, then the first third is left out', () => {
    expect(settled([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6])
  })
})
