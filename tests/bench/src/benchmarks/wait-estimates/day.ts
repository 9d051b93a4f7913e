import { type Arrival, drawArrivals, isDrawn } from './arrivals.ts'
import type { Random } from './random.ts'
import type { Scenario } from './scenario.ts'

/** The course of a day, with all that comes to it. */
export interface PlannedDay {
  readonly weekday: number
  /** Slowdown factor of services that start at a minute. */
  readonly slowness: (minute: number) => number
  readonly lanesAt: (minute: number) => number
  /** The number of lanes in the queue's settings. */
  readonly announcedLanesAt: (minute: number) => number
  /** When the number of lanes changes, in order. */
  readonly laneChanges: readonly number[]
  readonly arrivals: readonly Arrival[]
  /** When boats leave. */
  readonly departures: readonly number[]
  readonly noting: Noting
}

/** When staff enter what happened at a minute. */
interface Noting {
  readonly startAt: (minute: number) => number
  readonly leavingAt: (minute: number) => number
}

/** @param number of the day, from 0, which is a Monday */
export function planDay(scenario: Scenario, number: number, random: Random): PlannedDay {
  const weekday = number % 7
  const { lanes, slow, day_variation } = scenario
  const happens = lanes.map(({ share_of_days }) => random.uniform() < share_of_days)
  const steps = lanes.filter((step, i) => i === 0 || (happens[i] && isOnDay(step, weekday)))
  const announced = steps.filter((step, i) => step.announced || i === 0)
  const drift = scenario.drift_per_week ** (number / 7)
  const factor = drift * (day_variation > 0 ? random.lognormal(1, day_variation) : 1)
  const isSlow = slow !== undefined && random.uniform() < slow.share_of_days
  return {
    weekday,
    slowness: (minute) =>
      slow && isSlow && minute >= slow.from && minute < slow.to ? factor * slow.factor : factor,
    lanesAt: (minute) => stepAt(steps, minute)?.lanes ?? 1,
    announcedLanesAt: (minute) => stepAt(announced, minute)?.lanes ?? 1,
    laneChanges: steps.map(({ from }) => from),
    arrivals: drawArrivals(scenario, weekday, random),
    departures: departuresOf(scenario, random),
    noting: planNoting(scenario, random),
  }
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const isOnDay = ({ days }: Scenario['lanes'][number], weekday: number): boolean =>
  days === undefined || days.some((day) => day === WEEKDAYS[weekday])

/** The step in effect at a minute; before the first, the first. */
const stepAt = <Step extends { readonly from: number }>(
  steps: readonly Step[],
  minute: number,
): Step | undefined => steps.findLast(({ from }) => from <= minute) ?? steps[0]

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

function planNoting({ opens, late_entry, outage }: Scenario, random: Random): Noting {
  const isLate = isDrawn(late_entry?.share_of_days ?? 0, random)
  const isOut = isDrawn(outage?.share_of_days ?? 0, random)
  const leavingAt = (minute: number) =>
    outage && isOut && minute >= outage.from && minute < outage.to ? outage.to : minute
  if (!late_entry || !isLate) return { startAt: leavingAt, leavingAt }
  const { every_minutes } = late_entry
  const nextRound = (minute: number) => opens + Math.ceil((minute - opens) / every_minutes) * every_minutes
  return { startAt: (minute) => leavingAt(nextRound(minute)), leavingAt }
}
