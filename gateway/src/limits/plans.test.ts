import { PLANS } from '@usher/contracts'
import { PLAN_LIMITS } from './plans.ts'

describe('the limits of the plans', () => {
  test.each([
    ['standard', 600, 100],
    ['development', 60_000, 10_000],
  ] as const)('the %s plan allows %i requests a minute and a burst of %i more', (plan, rate, burst) => {
    for (const limit of Object.values(PLAN_LIMITS[plan])) {
      expect(limit.rate).toEqual({ requests: rate, seconds: 60 })
      expect(limit.burst).toEqual({ requests: burst, seconds: 600 })
    }
  })

  test('every plan has limits', () => {
    expect(Object.keys(PLAN_LIMITS).sort()).toEqual([...PLANS].sort())
  })
})
