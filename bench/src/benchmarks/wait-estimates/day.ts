import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** An arriving party, with everything that chance decides about it. */
export interface Arrival {
  /** Minutes after midnight. */
  readonly at: number
  readonly size: number
  /** Minutes of service, at the venue's usual speed. */
  readonly service: number
  /** Minutes after which it leaves unserved. */
  readonly patience: number
}

/** What chance decides about a day in advance. */
export interface Day {
  readonly weekday: number
  readonly arrivals: readonly Arrival[]
  /** Slowdown factor of services that start at a minute. */
  readonly slowness: (minute: number) => number
  readonly lanesAt: (minute: number) => number
  /** The number of lanes in the queue's settings. */
  readonly announcedLanesAt: (minute: number) => number
  /** When the number of lanes changes. */
  readonly laneChanges: readonly number[]
  /** When boats leave. */
  readonly departures: readonly number[]
}

export function planDay(scenario: Scenario, weekday: number, random: Random): Day {
  const steps = scenario.lanes.filter(({ share_of_days }, i) => random.uniform() < share_of_days || i === 0)
  const announced = steps.filter((step, i) => step.announced || i === 0)
  const factor = scenario.day_variation > 0 ? random.lognormal(1, scenario.day_variation) : 1
  const { slow } = scenario
  const isSlow = slow !== undefined && random.uniform() < slow.share_of_days
  const arrivals = arrivalsOf(scenario, scenario.weekdays[weekday] ?? 1, random)
  return {
    weekday,
    arrivals,
    slowness: (minute) => (isSlow && minute >= slow.from && minute < slow.to ? factor * slow.factor : factor),
    lanesAt: (minute) => stepAt(steps, minute)?.lanes ?? 1,
    announcedLanesAt: (minute) => stepAt(announced, minute)?.lanes ?? 1,
    laneChanges: steps.map(({ from }) => from),
    departures: departuresOf(scenario, random),
  }
}

function departuresOf({ departures, opens, closes }: Scenario, random: Random): number[] {
  if (!departures) return []
  const { every_minutes, variation } = departures
  const all: number[] = []
  for (let at = opens; ; ) {
    at += variation > 0 ? random.gamma(every_minutes, variation) : every_minutes
    if (at >= closes) return all
    all.push(at)
  }
}

/** The step in effect at a minute; before the first, the first. */
const stepAt = <Step extends { readonly from: number }>(
  steps: readonly Step[],
  minute: number,
): Step | undefined => steps.findLast(({ from }) => from <= minute) ?? steps[0]

/** A Poisson process whose rate changes over the day, by thinning (Lewis and Shedler, 1979). */
function arrivalsOf(scenario: Scenario, factor: number, random: Random): Arrival[] {
  const max = Math.max(...scenario.arrivals.map(({ per_hour }) => per_hour)) * factor
  if (max === 0) return []
  const arrivals: Arrival[] = []
  for (let at = scenario.opens; ; ) {
    at += random.exponential(60 / max)
    if (at >= scenario.closes) return arrivals
    const isBeforeFirst = at < (scenario.arrivals[0]?.from ?? 0)
    const rate = isBeforeFirst ? 0 : (stepAt(scenario.arrivals, at)?.per_hour ?? 0) * factor
    if (random.uniform() * max < rate) arrivals.push(arrivalAt(at, scenario, random))
  }
}

function arrivalAt(at: number, scenario: Scenario, random: Random): Arrival {
  const size = partySize(scenario, random)
  const { distribution, mean_minutes, minutes_per_further_person, variation } = scenario.service
  const mean = mean_minutes + minutes_per_further_person * (size - 1)
  const service =
    distribution === 'fixed'
      ? mean
      : distribution === 'exponential'
        ? random.exponential(mean)
        : random[distribution](mean, variation)
  const patience =
    scenario.patience_minutes === null
      ? Number.POSITIVE_INFINITY
      : random.exponential(scenario.patience_minutes)
  return { at, size, service, patience }
}

function partySize({ parties }: Scenario, random: Random): number {
  const total = parties.reduce((sum, { weight }) => sum + weight, 0)
  let rest = random.uniform() * total
  for (const { size, weight } of parties) {
    rest -= weight
    if (rest < 0) return size
  }
  return parties.at(-1)?.size ?? 1
}
