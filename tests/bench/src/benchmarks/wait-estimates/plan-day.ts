import { arrivalTimes, drawOne, drawTime, isDrawn, type Random } from '../random.ts'
import type { Scenario } from './scenario.ts'

export interface Arrival {
  readonly at: number
  readonly size: number
  /** Minutes of service, at the venue's usual speed. */
  readonly service: number
  /** Minutes after which it leaves unserved. */
  readonly patience: number
  /** Whether it does not say that it leaves. */
  readonly isSilent: boolean
  /** Whether it goes ahead of ordinary parties. */
  readonly hasPriority: boolean
  readonly comes: boolean
}

export type PlannedDay = ReturnType<typeof planDay>

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** The course of a day, with everything that is random. Day 0 is a Monday. */
export function planDay(scenario: Scenario, number: number, random: Random) {
  const weekday = number % 7
  const { opens, lanes, slow, day_variation, late_entry, outage } = scenario
  const happens = lanes.map(({ share_of_days }) => random.uniform() < share_of_days)
  const isOnDay = ({ days }: Scenario['lanes'][number]) =>
    days?.some((day) => day === WEEKDAYS[weekday]) ?? true
  const steps = lanes.filter((step, i) => i === 0 || (happens[i] && isOnDay(step)))
  const announced = steps.filter((step, i) => step.announced || i === 0)
  const drift = scenario.drift_per_week ** (number / 7)
  const factor = drift * (day_variation > 0 ? random.lognormal(1, day_variation) : 1)
  const isSlow = slow !== undefined && random.uniform() < slow.share_of_days
  const arrivals = drawArrivals(scenario, weekday, random)
  const departures = drawDepartures(scenario, random)
  const isLate = isDrawn(late_entry?.share_of_days ?? 0, random)
  const isOut = isDrawn(outage?.share_of_days ?? 0, random)
  const every = late_entry?.every_minutes ?? 1
  const afterOutage = (minute: number) =>
    isOut && isWithin(outage, minute) ? (outage?.to ?? minute) : minute
  const nextRound = (minute: number) => opens + Math.ceil((minute - opens) / every) * every
  return {
    weekday,
    /** Slowdown factor of services that start at a minute. */
    slowness: (minute: number) => (slow && isSlow && isWithin(slow, minute) ? factor * slow.factor : factor),
    lanesAt: (minute: number) => lanesAt(steps, minute),
    /** The number of lanes in the queue's settings. */
    announcedLanesAt: (minute: number) => lanesAt(announced, minute),
    laneChanges: steps.map(({ from }) => from),
    arrivals,
    departures,
    /** When staff enter a start, or a leaving, of a minute. */
    startEnteredAt: (minute: number) => afterOutage(isLate ? nextRound(minute) : minute),
    leavingEnteredAt: afterOutage,
  }
}

const isWithin = (
  span: { readonly from: number; readonly to: number } | undefined,
  minute: number,
): boolean => span !== undefined && minute >= span.from && minute < span.to

/** The lanes of the step in effect at a minute; before the first, of the first. */
const lanesAt = (steps: Scenario['lanes'], minute: number): number =>
  (steps.findLast(({ from }) => from <= minute) ?? steps[0])?.lanes ?? 1

function drawArrivals(scenario: Scenario, weekday: number, random: Random): Arrival[] {
  const { parties, service, patience_minutes, priority_share, silent_share, no_shows } = scenario
  const factor = scenario.weekdays[weekday] ?? 1
  const steps = scenario.arrivals.map(({ from, per_hour }) => ({ from, per_hour: per_hour * factor }))
  return Array.from(arrivalTimes(steps, scenario, random), (at) => {
    const { size } = drawOne(parties, ({ weight }) => weight, random)
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
  })
}

function drawDepartures({ departures, opens, closes }: Scenario, random: Random): number[] {
  const all: number[] = []
  if (!departures) return all
  const { every_minutes, variation } = departures
  for (let at = opens; ; ) {
    at += variation > 0 ? random.gamma(every_minutes, variation) : every_minutes
    if (at >= closes) return all
    all.push(at)
  }
}
