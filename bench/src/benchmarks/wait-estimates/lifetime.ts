import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** How long something of mean length 1 takes, and how much longer when it has taken a while already. */
export interface Lifetime {
  draw(random: Random): number
  rest(age: number, random: Random): number
  /** Logarithm of the density, but for a constant; of a fixed time 0 where it is met. */
  logDensity(time: number): number
  /** Logarithm of the probability that it takes longer. */
  logSurvival(age: number): number
  /** Whether it is always the same. */
  readonly isFixed?: boolean
}

type Service = Pick<Scenario['service'], 'distribution' | 'variation' | 'tail'>

export function lifetimeOf({ distribution, variation, tail }: Service): Lifetime {
  if (distribution === 'pareto') return paretoLifetime(tail ?? Number.POSITIVE_INFINITY)
  if (distribution === 'fixed' || (distribution !== 'exponential' && variation === 0)) {
    return {
      isFixed: true,
      draw: () => 1,
      rest: (age) => Math.max(0, 1 - age),
      logDensity: (time) => (Math.abs(time - 1) < ROUNDING ? 0 : Number.NEGATIVE_INFINITY),
      logSurvival: (age) => (age < 1 + ROUNDING ? 0 : Number.NEGATIVE_INFINITY),
    }
  }
  if (distribution === 'exponential') {
    return {
      draw: (random) => random.exponential(1),
      rest: (_, random) => random.exponential(1),
      logDensity: (time) => -time,
      logSurvival: (age) => -age,
    }
  }
  return tabulated(logDensities[distribution](variation))
}

/** Fixed times this close are the same. */
const ROUNDING = 1e-6

/** What has lasted a while goes on for a time in proportion. */
function paretoLifetime(tail: number): Lifetime {
  const shortest = (tail - 1) / tail
  return {
    draw: (random) => random.pareto(1, tail),
    rest: (age, random) => random.pareto(Math.max(age, shortest) / shortest, tail) - age,
    logDensity: (time) => (time < shortest ? Number.NEGATIVE_INFINITY : -(tail + 1) * Math.log(time)),
    logSurvival: (age) => -tail * Math.log(Math.max(age, shortest) / shortest),
  }
}

/** Logarithms of densities of mean 1, but for a constant. */
const logDensities = {
  gamma(variation: number) {
    const shape = 1 / variation ** 2
    return (t: number) => (shape - 1) * Math.log(t) - shape * (t - 1)
  },
  lognormal(variation: number) {
    const variance = Math.log(1 + variation ** 2)
    return (t: number) => -((Math.log(t) + variance / 2) ** 2) / (2 * variance) - Math.log(t)
  },
}

/** The grid reaches from the shortest to the longest time told apart, in equal steps of the logarithm. */
const SHORTEST = 1e-5
const LONGEST = 1e4
const STEPS = 8_000
const STEP = Math.log(LONGEST / SHORTEST) / STEPS
const timeAt = (index: number) => SHORTEST * Math.exp(index * STEP)

/** By a table of the cumulative hazard H: it grows by an exponential time of mean 1 until the end. */
function tabulated(logDensity: (time: number) => number): Lifetime {
  const hazards = cumulativeHazards((time) => Math.exp(logDensity(time)))
  const last = hazards.length - 1
  const valueAt = (index: number) => hazards[Math.max(0, Math.min(last, index))] ?? 0
  const endAt = (hazard: number) => {
    const at = lastBelow(hazards, hazard)
    const [from, to] = [valueAt(at), valueAt(at + 1)]
    return timeAt(at + (to > from ? Math.min(1, (hazard - from) / (to - from)) : 0))
  }
  const hazardAt = (time: number) => {
    const at = Math.max(0, Math.log(time / SHORTEST) / STEP)
    const low = Math.floor(at)
    return valueAt(low) + (valueAt(low + 1) - valueAt(low)) * (at - low)
  }
  return {
    draw: (random) => endAt(random.exponential(1)),
    rest: (age, random) => Math.max(0, endAt(hazardAt(age) + random.exponential(1)) - age),
    // Gamma times of a large variation may be drawn as 0.
    logDensity: (time) => logDensity(Math.max(Number.MIN_VALUE, time)),
    logSurvival: (age) => -hazardAt(age),
  }
}

/**
 * Minus the logarithm of the survival function, by the trapezoidal rule from the far end; for the part of the grid where
 * anything survives.
 */
function cumulativeHazards(density: (time: number) => number): Float64Array {
  const survival = new Float64Array(STEPS + 1)
  for (let i = STEPS - 1; i >= 0; i -= 1) {
    const [a, b] = [timeAt(i), timeAt(i + 1)]
    survival[i] = (survival[i + 1] ?? 0) + ((density(a) * a + density(b) * b) / 2) * STEP
  }
  const total = survival[0] ?? 1
  const hazards = survival.map((one) => -Math.log(one / total))
  return hazards.subarray(0, hazards.indexOf(Number.POSITIVE_INFINITY))
}

function lastBelow(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= value) low = middle
    else high = middle
  }
  return low
}
