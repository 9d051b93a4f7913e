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
 * the work of those ahead over the lanes, less those who will leave before their turn.
 */
export function forecast(pace: Pace, circumstances: Circumstances): Forecast {
  const { lanes, closesIn } = circumstances
  const calibration = calibrate([...pace.scores, ...pace.starts.flatMap(({ score }) => score ?? [])])
  if (pace.started < STARTS_NEEDED) return withoutHistory(pace, circumstances, calibration)
  const { work, hours } = learntBy(pace, circumstances.serviceMinutes)
  const usual = minutesByBucket(work, circumstances.serviceMinutes)
  const mean = meanMinutes(work, circumstances.serviceMinutes)
  const slownessOf = (hour: number) => slownessIn(hours, hour, mean)
  const speed = paceNow(pace, circumstances, usual, mean, slownessOf(circumstances.hour))
  const fromNow = walkForward({ usualLanes: pace.usual_lanes ?? {}, slownessOf }, circumstances)
  const minutes = usual.map((one) => one * speed)
  const free = timeToFreeLane(pace, minutes, mean * speed, circumstances)
  const counted = countedNow(pace, circumstances, minutes)
  const batch = batchForecast(pace.batches, circumstances.now)
  const bySize = sizesForecast(pace.sizes, pace.starts, circumstances.now, circumstances.serviceMinutes)
  const leavingRate = pace.leaving.minutes > 0 ? pace.leaving.left / pace.leaving.minutes : 0
  const lessLeaving = (minutes: number) =>
    leavingRate > 0 ? Math.log1p(leavingRate * minutes) / leavingRate : minutes
  const minutesSinceStart = (circumstances.now - (pace.starts.at(-1)?.at ?? 0)) / MINUTE_MS
  const untilTurn = ({ ahead, waited }: Place): number => {
    if (counted) return minutesUntilTurn(counted, totalOf(ahead), mean * speed)
    // Who waited while the last party was taken has seen all lanes taken; who joined an empty line later has not.
    const foundNobody = totalOf(ahead) === 0 && waited <= minutesSinceStart
    const untilFree = foundNobody ? free.ifNobodyWaits : free.ifSomebodyWaits
    return untilFree + minutesOf(ahead, minutes) / lanes
  }
  return {
    freePlaces: () => freeAmong(untilFreeBy(pace, circumstances, minutes)),
    quote(place) {
      if (batch) {
        const expected = lessLeaving(batch.untilTurn(totalOf(place.ahead)))
        return finish(expected, batch.perStart, calibration, closesIn)
      }
      if (bySize && !counted) {
        const { bucket = null, ahead } = place
        const expected = fromNow(lessLeaving(bySize.untilTurn(bucket, ahead)))
        return finish(expected, bySize.perStart(bucket), calibration, closesIn)
      }
      const expected = fromNow(lessLeaving(untilTurn(place)))
      return finish(expected, free.perStart, calibration, closesIn)
    },
  }
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
