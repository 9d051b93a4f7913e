import fc from 'fast-check'
import { backoffMs } from './backoff.ts'

const bounds = { firstMs: 100, maxMs: 5_000 }

describe('the backoff after failures', () => {
  test('doubles with each failure up to the maximum', () => {
    const waits = [1, 2, 3, 6, 7, 2_000].map((failures) => backoffMs(failures, bounds, 1))
    expect(waits).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
  })

  test('lies between half of the delay and all of it, whatever the random value', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, random) => {
          const whole = Math.min(5_000, 100 * 2 ** (failures - 1))
          const wait = backoffMs(failures, bounds, random)
          expect(wait).toBeGreaterThanOrEqual(whole / 2)
          expect(wait).toBeLessThanOrEqual(whole)
        },
      ),
    )
  })
})
