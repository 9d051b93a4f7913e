import type { Lane, ServiceTime } from './fair-line.ts'
import { chanceWithin } from './service-time.ts'

/** A lane that has served somebody since `startedAt`: what is left, given that the service is not over yet. */
export function busyLane(startedAt: number, service: ServiceTime, now: number): Lane {
  const elapsed = Math.max(0, now - startedAt)
  const over = chanceWithin(elapsed, service)
  const quantile = (q: number) => Math.max(now + 1, startedAt + timeOf(over + q * (1 - over), service))
  return { p50: quantile(0.5), p90: quantile(0.9) }
}

const STEPS = 40
/** Services beyond this many times their 90 % quantile are not expected to end at a time that can be told. */
const LONGEST = 20

/** Inverse of `chanceWithin`, by bisection. */
function timeOf(chance: number, service: ServiceTime): number {
  let [low, high] = [0, LONGEST * Math.max(service.p50, service.p90)]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (chanceWithin(middle, service) < chance) low = middle
    else high = middle
  }
  return high
}
