import fc from 'fast-check'
import { freedBetween } from './on-busy-replaced.ts'

const busy = (...times: [number, number][]) => times.map(([start, end]) => ({ start, end }))
const anyBusy = fc.array(
  fc
    .tuple(fc.nat(40), fc.integer({ min: 1, max: 10 }))
    .map(([start, length]) => ({ start, end: start + length })),
  { maxLength: 6 },
)

describe('the time freed between two sets of busy times', () => {
  test('spans from the first to the last moment freed, and is undefined when none is', () => {
    expect(freedBetween(busy([1, 3], [5, 9]), busy([5, 7]))).toEqual({ from: 1, to: 9 })
    expect(freedBetween(busy([1, 9]), busy([5, 7], [2, 4]))).toEqual({ from: 1, to: 9 })
    expect(freedBetween(busy([1, 9]), busy([0, 4], [3, 20]))).toBeUndefined()
  })

  test('contains every freed moment and starts and ends with one, for random times', () => {
    const isBusy = (times: ReturnType<typeof busy>, at: number) =>
      times.some(({ start, end }) => start <= at && at < end)
    fc.assert(
      fc.property(anyBusy, anyBusy, (before, after) => {
        const freed = Array.from({ length: 60 }, (_, at) => at).filter(
          (at) => isBusy(before, at) && !isBusy(after, at),
        )
        const range = freedBetween(before, after)
        expect(range && [range.from, range.to - 1]).toEqual(
          freed.length > 0 ? [freed[0], freed.at(-1)] : undefined,
        )
      }),
    )
  })

  test('a hundred thousand times are compared within two seconds', () => {
    const before = Array.from({ length: 100_000 }, (_, at) => ({ start: 2 * at, end: 2 * at + 1 }))
    const startedAt = performance.now()
    expect(freedBetween(before, before)).toBeUndefined()
    expect(freedBetween(before, [])).toEqual({ from: 0, to: 199_999 })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
