import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** An arriving party, with all its random properties. */
export interface Arrival {
  /** Minutes after midnight. */
  readonly at: number
  readonly size: number
  /** Minutes of service, at the venue's usual speed. */
  readonly service: number
  /** Minutes after which it leaves unserved. */
  readonly patience: number
  /** Whether it leaves without telling anybody. */
  readonly isSilent: boolean
  /** Whether it goes ahead of ordinary parties. */
  readonly hasPriority: boolean
  /** Whether it comes when it is called. */
  readonly comes: boolean
}

/** Arrivals per hour from a minute on, until the next step. */
interface RateStep {
  readonly from: number
  readonly per_hour: number
}

/** The minutes of a day at which somebody comes: a Poisson process by thinning (Lewis and Shedler, 1979). */
export function* arrivalTimes(
  steps: readonly RateStep[],
  { opens, closes }: { readonly opens: number; readonly closes: number },
  random: Random,
): Generator<number> {
  const max = Math.max(...steps.map(({ per_hour }) => per_hour))
  if (max === 0) return
  for (let at = opens; ; ) {
    at += random.exponential(60 / max)
    if (at >= closes) return
    const rate = steps.findLast(({ from }) => from <= at)?.per_hour ?? 0
    if (random.uniform() * max < rate) yield at
  }
}

/** The parties of a day, in order. */
export function drawArrivals(scenario: Scenario, weekday: number, random: Random): Arrival[] {
  const factor = scenario.weekdays[weekday] ?? 1
  const steps = scenario.arrivals.map(({ from, per_hour }) => ({ from, per_hour: per_hour * factor }))
  return Array.from(arrivalTimes(steps, scenario, random), (at) => drawParty(at, scenario, random))
}

function drawParty(at: number, scenario: Scenario, random: Random): Arrival {
  const { parties, service, patience_minutes, priority_share, silent_share, no_shows } = scenario
  const size = drawOne(parties, ({ weight }) => weight, random).size
  const mean = service.mean_minutes + service.minutes_per_further_person * (size - 1)
  return {
    at,
    size,
    service: drawTime(service, mean, random),
    patience: patience_minutes === null ? Number.POSITIVE_INFINITY : random.exponential(patience_minutes),
    hasPriority: isDrawn(priority_share, random),
    isSilent: isDrawn(silent_share, random),
    comes: !isDrawn(no_shows?.share ?? 0, random),
  }
}

type TimeDistribution = Pick<Scenario['service'], 'distribution' | 'variation' | 'tail'>

/** Draws a time of service in minutes. */
export function drawTime(
  { distribution, variation, tail = Number.POSITIVE_INFINITY }: TimeDistribution,
  mean: number,
  random: Random,
): number {
  if (distribution === 'fixed') return mean
  if (distribution === 'exponential') return random.exponential(mean)
  if (distribution === 'pareto') return random.pareto(mean, tail)
  return random[distribution](mean, variation)
}

/** Draws an item in proportion to its weight. */
export function drawOne<Item>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
  random: Random,
): Item {
  let rest = random.uniform() * items.reduce((sum, item) => sum + weightOf(item), 0)
  for (const item of items) {
    rest -= weightOf(item)
    if (rest < 0) return item
  }
  return items.findLast((item) => weightOf(item) > 0) as Item
}

/** True with that probability. Draws no random number if it is 0 or 1. */
export const isDrawn = (share: number, random: Random): boolean =>
  share >= 1 || (share > 0 && random.uniform() < share)
