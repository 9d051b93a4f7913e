import { type Lifetime, lifetimeOf } from './lifetime.ts'
import { createRandom } from './random.ts'

const DRAWS = 40_000

function meanOf(draw: () => number): number {
  let sum = 0
  for (let i = 0; i < DRAWS; i += 1) sum += draw()
  return sum / DRAWS
}

describe('distributions of service times', () => {
  test.each([
    ['exponential', 1],
    ['gamma', 0.05],
    ['gamma', 0.6],
    ['gamma', 1.5],
    ['lognormal', 0.7],
  ] as const)('drawn %s times with variation %d have that mean and variation', (name, variation) => {
    const random = createRandom(1)
    const time = lifetimeOf({ distribution: name, variation })
    expect(meanOf(() => time.draw(random))).toBeCloseTo(1, 1)
    expect(Math.sqrt(meanOf(() => (time.draw(random) - 1) ** 2))).toBeCloseTo(variation, 1)
  })

  const restOf = (time: Lifetime, age: number) => {
    const random = createRandom(2)
    return meanOf(() => time.rest(age, random))
  }

  test('the remaining time at an age is the mean of all times that last so long', () => {
    const random = createRandom(3)
    const lasted = Array.from({ length: DRAWS }, () => random.lognormal(1, 0.7)).filter((one) => one > 1.5)
    const left = lasted.reduce((sum, one) => sum + one - 1.5, 0) / lasted.length
    expect(restOf(lifetimeOf({ distribution: 'lognormal', variation: 0.7 }), 1.5)).toBeCloseTo(left, 1)
    expect(restOf(lifetimeOf({ distribution: 'exponential', variation: 1 }), 1.5)).toBeCloseTo(1, 1)
    expect(restOf(lifetimeOf({ distribution: 'fixed', variation: 0 }), 0.75)).toBe(0.25)
  })

  test('the remaining time grows with age under a heavy tail', () => {
    const time = lifetimeOf({ distribution: 'pareto', variation: 0, tail: 3 })
    const random = createRandom(3)
    expect(meanOf(() => time.draw(random))).toBeCloseTo(1, 1)
    // Mean of a Pareto distribution beyond an age: age ÷ (tail − 1).
    expect(restOf(time, 2)).toBeCloseTo(1, 1)
    expect(restOf(time, 4)).toBeCloseTo(2, 1)
    expect(restOf(time, 0.5)).toBeCloseTo(0.5, 1)
  })

  test('a service that has outlasted all others ends soon', () => {
    expect(restOf(lifetimeOf({ distribution: 'gamma', variation: 0.1 }), 50)).toBeLessThan(0.2)
  })
})
