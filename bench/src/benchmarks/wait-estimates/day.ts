import { type Arrival, arrivalsFrom } from './arrivals.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

type LaneStep = Scenario['lanes'][number]

/** What chance decides about a whole day. */
interface Luck {
  /** Changes of lanes that happen on the day. */
  readonly steps: readonly LaneStep[]
  /** Factor of all services. */
  readonly factor: number
  /** Whether the venue's slow time is slow on the day. */
  readonly isSlow: boolean
}

/** The course of a day, but for arrivals and departures. */
export interface Day {
  readonly weekday: number
  readonly luck: Luck
  /** Slowdown factor of services that start at a minute. */
  readonly slowness: (minute: number) => number
  readonly lanesAt: (minute: number) => number
  /** The number of lanes in the queue's settings. */
  readonly announcedLanesAt: (minute: number) => number
  /** When the number of lanes changes, in order. */
  readonly laneChanges: readonly number[]
}

/** A day, with all that comes to it. */
export interface PlannedDay extends Day {
  readonly arrivals: readonly Arrival[]
  /** When boats leave. */
  readonly departures: readonly number[]
}

export function planDay(scenario: Scenario, weekday: number, random: Random): PlannedDay {
  const steps = scenario.lanes.filter(({ share_of_days }, i) => random.uniform() < share_of_days || i === 0)
  const factor = scenario.day_variation > 0 ? random.lognormal(1, scenario.day_variation) : 1
  const isSlow = scenario.slow !== undefined && random.uniform() < scenario.slow.share_of_days
  const day = dayOf(scenario, weekday, { steps, factor, isSlow })
  const arrivals = [...untilUndefined(arrivalsFrom(scenario.opens, scenario, weekday, random))]
  return { ...day, arrivals, departures: departuresOf(scenario, random) }
}

/** The same day as far as it can be known at a minute, with what is decided later drawn anew. */
export function redrawDay(scenario: Scenario, day: Day, minute: number, random: Random): Day {
  const { slow, lanes } = scenario
  const { luck, weekday } = day
  const isOpen = (step: LaneStep, i: number) => i > 0 && step.from > minute && step.share_of_days < 1
  const mayBeSlow = slow !== undefined && slow.from > minute
  if (!mayBeSlow && !lanes.some(isOpen)) return day
  const steps = lanes.filter((step, i) =>
    isOpen(step, i) ? random.uniform() < step.share_of_days : luck.steps.includes(step),
  )
  const isSlow = mayBeSlow ? random.uniform() < slow.share_of_days : luck.isSlow
  return dayOf(scenario, weekday, { ...luck, steps, isSlow })
}

function dayOf({ slow }: Scenario, weekday: number, luck: Luck): Day {
  const { steps, factor, isSlow } = luck
  const announced = steps.filter((step, i) => step.announced || i === 0)
  return {
    weekday,
    luck,
    slowness: (minute) =>
      slow && isSlow && minute >= slow.from && minute < slow.to ? factor * slow.factor : factor,
    lanesAt: (minute) => stepAt(steps, minute)?.lanes ?? 1,
    announcedLanesAt: (minute) => stepAt(announced, minute)?.lanes ?? 1,
    laneChanges: steps.map(({ from }) => from),
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

function* untilUndefined<Item>(next: () => Item | undefined): Generator<Item> {
  for (let item = next(); item !== undefined; item = next()) yield item
}
