import { type Arrival, arrivalsFrom } from './arrivals.ts'
import { type Noting, planNoting } from './noting.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

type LaneStep = Scenario['lanes'][number]

/** How slow services are on a day. */
export interface Slowness {
  /** Factor of all services: of the day, and by which they have drifted until then. */
  readonly factor: number
  /** Whether the venue's slow time is slow on the day. */
  readonly isSlow: boolean
}

/** What chance decides about a whole day. */
interface Luck extends Slowness {
  /** Changes of lanes that happen on the day. */
  readonly steps: readonly LaneStep[]
}

/** The course of a day, but for arrivals and departures. */
export interface Day {
  readonly weekday: number
  /** Factor by which services have drifted until then. */
  readonly drift: number
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
  readonly noting: Noting
}

/** @param number of the day, from 0, which is a Monday */
export function planDay(scenario: Scenario, number: number, random: Random): PlannedDay {
  const weekday = number % 7
  const happens = scenario.lanes.map(({ share_of_days }) => random.uniform() < share_of_days)
  const steps = scenario.lanes.filter((step, i) => i === 0 || (happens[i] && isOnDay(step, weekday)))
  const drift = scenario.drift_per_week ** (number / 7)
  const factor = drift * (scenario.day_variation > 0 ? random.lognormal(1, scenario.day_variation) : 1)
  const isSlow = scenario.slow !== undefined && random.uniform() < scenario.slow.share_of_days
  const day = dayOf(scenario, { weekday, drift }, { steps, factor, isSlow })
  const arrivals = [...untilUndefined(arrivalsFrom(scenario.opens, scenario, weekday, random))]
  const departures = departuresOf(scenario, random)
  return { ...day, arrivals, departures, noting: planNoting(scenario, random) }
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const isOnDay = ({ days }: LaneStep, weekday: number): boolean =>
  days === undefined || days.some((day) => day === WEEKDAYS[weekday])

/** The same day as far as it can be known at a minute: with what is decided later drawn anew, and as slow as is supposed. */
export function redrawDay(
  scenario: Scenario,
  day: Day,
  minute: number,
  slowness: Slowness,
  random: Random,
): Day {
  const { luck, weekday } = day
  const isOpen = (step: LaneStep) => step.from > minute && step.share_of_days < 1 && isOnDay(step, weekday)
  const steps = scenario.lanes.filter((step) =>
    isOpen(step) ? random.uniform() < step.share_of_days : luck.steps.includes(step),
  )
  return dayOf(scenario, day, { ...slowness, steps })
}

function dayOf(scenario: Scenario, { weekday, drift }: Pick<Day, 'weekday' | 'drift'>, luck: Luck): Day {
  const { steps } = luck
  const announced = steps.filter((step, i) => step.announced || i === 0)
  return {
    ...{ weekday, drift, luck },
    slowness: (minute) => slownessAt(scenario, luck, minute),
    lanesAt: (minute) => stepAt(steps, minute)?.lanes ?? 1,
    announcedLanesAt: (minute) => stepAt(announced, minute)?.lanes ?? 1,
    laneChanges: steps.map(({ from }) => from),
  }
}

/** Slowdown factor of services that start at a minute. */
export const slownessAt = ({ slow }: Scenario, { factor, isSlow }: Slowness, minute: number): number =>
  slow && isSlow && minute >= slow.from && minute < slow.to ? factor * slow.factor : factor

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
