import { MINUTE_MS } from '@usher/service-kit/durations'
import { batchForecast } from './batches.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { walkForward } from './hours-ahead.ts'
import { timeToFreeLane } from './lanes.ts'
import type { Pace } from './pace.ts'
import { learntBy, paceNow, slownessIn } from './pace-now.ts'
import { totalOf } from './party-bucket.ts'
import { minutesUntilFree, minutesUntilTurn } from './places.ts'
import { sizesForecast } from './sizes.ts'
import { meanMinutes, minutesByBucket, minutesOf } from './work.ts'

/** Circumstances of a queue at a moment, besides its history. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Hour of the week in the queue's time zone, 0 to 167. */
  readonly hour: number
  /** Minutes of that hour that have passed. */
  readonly minute: number
  /** Parties served at the same time. */
  readonly lanes: number
  /** The setting for minutes per party. */
  readonly serviceMinutes: number
  /** Minutes until the queue closes; Infinity: never. */
  readonly closesIn: number
}

/** A guest's place, for estimating. */
export interface Place {
  /** Waiting guests ahead, by party bucket; not those notified. */
  readonly ahead: readonly number[]
  /** Minutes since joining. */
  readonly waited: number
  /** Party bucket of the guest; absent: of the usual mix. */
  readonly bucket?: number | undefined
}

/** An estimate in whole minutes: half of the guests wait no longer than low, nine of ten no longer than high. */
export interface Wait {
  readonly low: number
  readonly high: number
}

/** An estimate, with what is needed to score its outcome. */
export interface Estimate extends Wait {
  /** Minutes expected, before correction and rounding. */
  readonly expected: number
  /** Median and spread in minutes, before rounding. */
  readonly median: number
  readonly spread: number
}

/** With fewer starts only the settings count. */
const STARTS_NEEDED = 10

/** Uncertainty of a rate, as a share of the wait, and of the moment itself, in minutes. */
const RATE_SPREAD = 0.2
const MOMENT_SPREAD = 1

/** Wait estimates of a queue at one moment: what all places of its line share. */
export interface Forecast {
  readonly quote: (place: Place) => Estimate
  /** Places believed to be free. */
  readonly freePlaces: () => number
}

/**
 * Prepares the estimates of a queue's waits at a moment (docs/wait-estimates.md): the time until a lane is free, plus
 * the work of those ahead over the lanes, less those who will leave before their turn; or until the batch, or the table of
 * the party's size.
 */
export function forecast(pace: Pace, circumstances: Circumstances): Forecast {
  const { closesIn } = circumstances
  const calibration = calibrate([...pace.scores, ...pace.starts.flatMap(({ score }) => score ?? [])])
  if (pace.started < STARTS_NEEDED) return withoutHistory(pace, circumstances, calibration)
  const course = courseOf(pace, circumstances)
  return {
    freePlaces: () => freeAmong(untilFreeBy(pace, circumstances, course.minutes)),
    quote: (place) => finish(course.untilTurn(place), course.perStart(place), calibration, closesIn),
  }
}

/** What a line with history is expected to do. */
interface Course {
  /** Minutes that a party of each bucket takes now. */
  readonly minutes: readonly number[]
  readonly untilTurn: (place: Place) => number
  /** Minutes between starts, or as uncertain. */
  readonly perStart: (place: Place) => number
}

function courseOf(pace: Pace, circumstances: Circumstances): Course {
  const { now, serviceMinutes, hour } = circumstances
  const { work, hours } = learntBy(pace, serviceMinutes)
  const usual = minutesByBucket(work, serviceMinutes)
  const usualMean = meanMinutes(work, serviceMinutes)
  const slownessOf = (one: number) => slownessIn(hours, one, usualMean)
  const speed = paceNow(pace, now, usual, usualMean, slownessOf(hour))
  const [minutes, mean] = [usual.map((one) => one * speed), usualMean * speed]
  const lessLeaving = leavingFrom(pace)
  const fromNow = walkForward({ usualLanes: pace.usual_lanes ?? {}, slownessOf }, circumstances)
  const lanes = lanesCourse(pace, circumstances, minutes, mean)
  const counted = countedNow(pace, circumstances, minutes)
  const batches = batchForecast(pace.batches, now)
  const sizes = sizesForecast(pace.sizes, pace.starts, now, serviceMinutes)
  if (counted) {
    const untilTurn = ({ ahead }: Place) => minutesUntilTurn(counted, totalOf(ahead), mean)
    return { ...lanes, untilTurn: (place) => fromNow(lessLeaving(untilTurn(place))) }
  }
  if (batches) {
    const untilTurn = ({ ahead }: Place) => lessLeaving(batches.untilTurn(totalOf(ahead)))
    return { minutes, untilTurn, perStart: () => batches.perStart }
  }
  const { untilTurn, perStart } = sizes ?? lanes
  return { minutes, perStart, untilTurn: (place) => fromNow(lessLeaving(untilTurn(place))) }
}

/** By lanes that are all alike, first come, first served. */
function lanesCourse(
  pace: Pace,
  circumstances: Circumstances,
  minutes: readonly number[],
  mean: number,
): Course {
  const free = timeToFreeLane(pace, minutes, mean, circumstances)
  const minutesSinceStart = (circumstances.now - (pace.starts.at(-1)?.at ?? 0)) / MINUTE_MS
  return {
    minutes,
    perStart: () => free.perStart,
    untilTurn({ ahead, waited }) {
      // Who waited while the last party was taken has seen all lanes taken; who joined an empty line later has not.
      const foundNobody = totalOf(ahead) === 0 && waited <= minutesSinceStart
      const untilFree = foundNobody ? free.ifNobodyWaits : free.ifSomebodyWaits
      return untilFree + minutesOf(ahead, minutes) / circumstances.lanes
    },
  }
}

/** Less the waits of those who will leave before their turn (Whitt, 1999). */
function leavingFrom({ leaving }: Pace): (minutes: number) => number {
  const rate = leaving.minutes > 0 ? leaving.left / leaving.minutes : 0
  return (minutes) => (rate > 0 ? Math.log1p(rate * minutes) / rate : minutes)
}

/** From the settings and the places that are free alone, with the range typical of queues. */
function withoutHistory(pace: Pace, circumstances: Circumstances, { upper }: Calibration): Forecast {
  const { lanes, serviceMinutes, closesIn } = circumstances
  const untilFree = minutesUntilFree(pace, { ...circumstances, minutesOf: () => serviceMinutes })
  return {
    freePlaces: () => freeAmong(untilFree),
    quote({ ahead }) {
      const expected = minutesUntilTurn(untilFree, totalOf(ahead), serviceMinutes)
      return finish(expected, serviceMinutes / lanes, { bias: 1, upper }, closesIn)
    },
  }
}

/**
 * Minutes until each place is free, by the last count of staff; undefined if there is none, or it is older than a party of
 * one or two takes.
 */
function countedNow(
  pace: Pace,
  circumstances: Circumstances,
  minutes: readonly number[],
): number[] | undefined {
  const { counted_at } = pace
  const isRecent = counted_at !== undefined && circumstances.now - counted_at <= (minutes[0] ?? 0) * MINUTE_MS
  if (!isRecent) return undefined
  return untilFreeBy(pace, circumstances, minutes)
}

const untilFreeBy = (pace: Pace, { now, lanes }: Circumstances, minutes: readonly number[]): number[] =>
  minutesUntilFree(pace, { now, lanes, minutesOf: (bucket) => minutes[bucket] ?? 0 })

const freeAmong = (untilFree: readonly number[]): number =>
  untilFree.filter((minutes) => minutes === 0).length

function finish(
  expected: number,
  perStart: number,
  { bias, upper }: Calibration,
  closesIn: number,
): Estimate {
  const median = Math.min(expected * bias, closesIn)
  const spread = Math.hypot(Math.sqrt(median * perStart), RATE_SPREAD * median, MOMENT_SPREAD)
  const last = Math.floor(closesIn)
  const low = Math.min(Math.round(median), last)
  const high = Math.max(low, Math.min(Math.ceil(median + upper * spread), last))
  return { low, high, expected, median, spread }
}
