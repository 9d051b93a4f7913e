import type { Entry, LineNow } from './fair-line.ts'
import { chanceWithin } from './service-time.ts'

/**
 * Probability that it is exactly the lane that is free now that is missing at a deadline: the others that are free by then
 * are no more than earlier bookings take. The distribution of a sum of independent yes-or-no events, one by one.
 */
export function chanceOfNoneLeft(
  deadline: number,
  earlier: readonly Entry[],
  { lanes, now }: LineNow,
): number {
  const zero = earlier.length
  // Probability of each number of lanes left over, from as many too few as there are earlier bookings.
  const left = new Float64Array(zero + lanes.length)
  left[zero] = 1
  for (const { bookedAt, service, showRate } of earlier) {
    stepDown(left, showRate * (1 - chanceWithin(deadline - Math.max(now, bookedAt ?? now), service)))
  }
  // Lanes are in order of time: the first is the one that asks.
  for (let i = 1; i < lanes.length; i += 1) {
    const { p50, p90 } = lanes[i] ?? { p50: now, p90: now }
    stepUp(left, chanceWithin(deadline - now, { p50: p50 - now, p90: p90 - now }))
  }
  let none = 0
  for (let i = 0; i <= zero; i += 1) none += left[i] ?? 0
  return none
}

function stepUp(counts: Float64Array, chance: number): void {
  for (let i = counts.length - 1; i > 0; i -= 1) {
    counts[i] = (counts[i] ?? 0) * (1 - chance) + (counts[i - 1] ?? 0) * chance
  }
  counts[0] = (counts[0] ?? 0) * (1 - chance)
}

function stepDown(counts: Float64Array, chance: number): void {
  const last = counts.length - 1
  for (let i = 0; i < last; i += 1) {
    counts[i] = (counts[i] ?? 0) * (1 - chance) + (counts[i + 1] ?? 0) * chance
  }
  counts[last] = (counts[last] ?? 0) * (1 - chance)
}
