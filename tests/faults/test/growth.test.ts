import { fit, grows, settled } from '../src/growth.ts'

const line = (count: number, of: (x: number) => number) =>
  Array.from({ length: count }, (_, x) => ({ x, y: of(x) }))

describe('the fit of a line', () => {
  test('finds the slope of points on a line without error', () => {
    const { slope, error } = fit(line(10, (x) => 3 + 2 * x))
    expect(slope).toBeCloseTo(2)
    expect(error).toBeCloseTo(0)
  })

  test('reports growth for a steady rise under a saw-tooth', () => {
    expect(grows(fit(line(20, (x) => 2 * x + (x % 3))), 1)).toBe(true)
  })

  test('reports no growth for a saw-tooth alone', () => {
    expect(grows(fit(line(20, (x) => 10 * (x % 3))), 0.5)).toBe(false)
  })

  test('reports no growth for two points', () => {
    expect(grows(fit(line(2, (x) => 1000 * x)), 1)).toBe(false)
  })

  test('leaves out the first third of the samples', () => {
    expect(settled([1, 2, 3, 4, 5, 6])).toEqual([3, 4, 5, 6])
  })
})
