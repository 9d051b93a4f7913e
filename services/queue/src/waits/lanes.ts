import { MINUTE_MS } from '@usher/service-kit/durations'
import { service } from './erlang.ts'
import type { Pace } from './pace.ts'

/** Minutes until a party can be served. */
interface FreeLane {
  /** Minutes until a lane is free if all are taken now. */
  readonly ifAllTaken: number
  /** For a party with so many ahead: the mean over how many lanes may be free now. */
  readonly ifSomeFree: (ahead: number) => number
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
  const services = last.map(({ at, bucket }) => service((now - at) / MINUTE_MS, minutes[bucket] ?? mean))
  const rate = services.reduce((sum, { left }) => sum + 1 / left, (idle * 3) / mean)
  const ifAllTaken = 1 / rate
  return {
    ifAllTaken,
    ifSomeFree: (ahead) =>
      freeLanes(services, ahead - idle).reduce(
        (sum, chance, free) => sum + chance * (ifAllTaken + ((ahead - idle - free) * mean) / lanes),
        0,
      ),
  }
}

/** Probabilities that none, one, up to so many lanes are free (Poisson binomial distribution), or up to all. */
function freeLanes(services: readonly { readonly taken: number }[], ahead: number): number[] {
  if (ahead < 0) return []
  const most = Math.min(ahead, services.length)
  const chances = Array<number>(most + 1).fill(0)
  chances[0] = 1
  for (const { taken } of services) {
    for (let free = most; free >= 0; free -= 1) {
      chances[free] = (chances[free] as number) * taken + (chances[free - 1] ?? 0) * (1 - taken)
    }
  }
  return chances
}
