import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Pace } from './pace.ts'

/** Minutes until a party can be served. */
interface FreeLane {
  /** If somebody is waiting: all lanes are taken. */
  readonly ifSomebodyWaits: number
  /** Weighted with the probability that all lanes are taken. */
  readonly ifNobodyWaits: number
  /** Mean minutes between two starts. */
  readonly perStart: number
}

interface Moment {
  readonly now: number
  readonly lanes: number
}

/**
 * When a lane becomes free, from how long ago the last parties were served. Service times are assumed Erlang-3
 * (coefficient of variation 0.58); lanes become free independently, at rates that add up.
 *
 * @param minutes service minutes by party bucket
 * @param mean service minutes overall
 */
export function timeToFreeLane(
  { starts }: Pace,
  minutes: readonly number[],
  mean: number,
  { now, lanes }: Moment,
): FreeLane {
  const last = starts.slice(-lanes)
  const idle = lanes - last.length
  let rate = (idle * 3) / mean
  let allTaken = idle > 0 ? 0 : 1
  for (const { at, bucket } of last) {
    const { taken, left } = service((now - at) / MINUTE_MS, minutes[bucket] ?? mean)
    rate += 1 / left
    allTaken *= taken
  }
  const next = 1 / rate
  return { ifSomebodyWaits: next, ifNobodyWaits: next * allTaken, perStart: mean / lanes }
}

/**
 * For an Erlang-3 service that began some minutes ago: the probability that it still lasts, and its mean remaining
 * time.
 */
function service(age: number, mean: number): { taken: number; left: number } {
  const x = (3 * Math.max(0, age)) / mean
  const stages = 1 + x + x ** 2 / 2
  return { taken: Math.exp(-x) * stages, left: ((mean / 3) * (3 + 2 * x + x ** 2 / 2)) / stages }
}

/** The probability that a service that began some minutes ago still lasts. */
export const chanceStillServed = (age: number, mean: number): number => service(age, mean).taken
