import { MINUTE_MS } from '@usher/service-kit/durations'
import { batchForecast } from './batches.ts'
import { type Calibration, calibrate } from './calibration.ts'
import { walkForward } from './hours-ahead.ts'
import { timeToFreeLane } from './lanes.ts'
import { MAX_TIMES_USUAL, maxLaneMinutes, type Pace, RECENT_MINUTES } from './pace.ts'
import { minutesUntilFree, minutesUntilTurn } from './places.ts'
import { addLately, isOutdated, meanMinutes, minutesByBucket, minutesOf } from './work.ts'

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

/** Weights, in parties: of history against the last 90 minutes, and of the overall pace against an hour's. */
const HISTORY_WEIGHT = 12
const OVERALL_WEIGHT = 15

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
      const expected = fromNow(lessLeaving(untilTurn(place)))
      return finish(expected, free.perStart, calibration, closesIn)
    },
  }
}

/** What was learnt, including recent starts; if the history is outdated, hours are ignored. */
function learntBy({ work, starts, hours }: Pace, serviceMinutes: number): Pick<Pace, 'work' | 'hours'> {
  const usual = minutesByBucket(work, serviceMinutes)
  let { lately } = work
  for (const { lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    lately = addLately(lately, Math.min(lane_minutes, maxLaneMinutes(minutesOf(mix, usual), serviceMinutes)))
  }
  const learnt = { ...work, lately }
  return { work: learnt, hours: isOutdated(learnt, serviceMinutes) ? {} : hours }
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

const totalOf = (ahead: readonly number[]): number => ahead.reduce((sum, count) => sum + count, 0)

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

/** How much longer than usual parties take in an hour of the week; drawn towards 1 while little was seen of it. */
function slownessIn(hours: Pace['hours'], hour: number, mean: number): number {
  const [took, usual] = hours[hour] ?? [0, 0]
  return (took + OVERALL_WEIGHT * mean) / (usual + OVERALL_WEIGHT * mean)
}

/**
 * How much longer than usual parties take now: the usual factor of this hour of the week, then the last 90 minutes,
 * later ones weighing more; each is drawn towards the broader estimate while it has little data.
 */
function paceNow(
  { starts }: Pace,
  { now }: Circumstances,
  usual: readonly number[],
  mean: number,
  thisHour: number,
): number {
  let took = HISTORY_WEIGHT * mean * thisHour
  let expected = HISTORY_WEIGHT * mean
  for (const { at, lane_minutes, mix } of starts) {
    const age = (now - at) / MINUTE_MS
    if (lane_minutes === null || age > RECENT_MINUTES) continue
    const weight = 1 - age / RECENT_MINUTES
    const one = minutesOf(mix, usual)
    took += weight * Math.min(lane_minutes, MAX_TIMES_USUAL * one)
    expected += weight * one
  }
  return took / expected
}
