import { MINUTE_MS } from '@usher/service-kit/durations'
import { service } from './erlang.ts'
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
