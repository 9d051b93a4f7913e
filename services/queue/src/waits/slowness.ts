import { MINUTE_MS } from '@usher/service-kit/durations'
import { boundedInterval, MAX_TIMES_USUAL } from './intervals.ts'
import { type Pace, RECENT_MINUTES } from './pace.ts'
import {
  addDifference,
  type Differences,
  decayedTo,
  persistingShare,
  type RegressionSums,
} from './persistence.ts'
import { addLately, isOutdated, meanMinutes, minutesByBucket, minutesOf, type Work } from './work.ts'

/** Weights, in parties, of the usual pace: against the day so far or the last 90 minutes, and against an hour of the week. */
const USUAL_WEIGHT = 20
const HOUR_WEIGHT = 40

/** Parties are never taken to be more than five times as fast as usual. */
const MIN_SLOWNESS = 0.2

/** The part of a difference beyond this counts in any case, however little differences have persisted so far. */
const LARGE = 0.3

/** The usual pace of a queue. */
interface Usual {
  /** Minutes that a party of each bucket takes, and overall. */
  readonly minutes: readonly number[]
  readonly mean: number
}

/** The usual pace by the sums of a queue. */
export const usualPace = (work: Work, serviceMinutes: number): Usual => ({
  minutes: minutesByBucket(work, serviceMinutes),
  mean: meanMinutes(work, serviceMinutes),
})

/** The sums of the pace with recent starts added. Outdated ones tell nothing about hours. */
export function learntBy(
  { work, starts, hours }: Pace,
  serviceMinutes: number,
): Pick<Pace, 'work' | 'hours'> {
  const usual = minutesByBucket(work, serviceMinutes)
  let { lately } = work
  for (const { lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    lately = addLately(lately, boundedInterval(lane_minutes, mix, usual, serviceMinutes))
  }
  const learnt = { ...work, lately }
  return { work: learnt, hours: isOutdated(learnt, serviceMinutes) ? {} : hours }
}

/** How much longer than usual parties take in an hour of the week. */
export const slownessIn = (pace: Seen, hour: number, mean: number): number =>
  slownessBy(pace.persistence?.hour, seenIn(pace.hours, hour, mean))

type Seen = Pick<Pace, 'hours' | 'persistence'>

const slownessBy = (sums: RegressionSums | undefined, difference: number): number =>
  Math.max(MIN_SLOWNESS, 1 + Math.max(persistingShare(sums), 1 - LARGE / Math.abs(difference)) * difference)

/** By which share parties took longer than usual in an hour; drawn towards 0 while few were seen. */
function seenIn(hours: Pace['hours'], hour: number, mean: number): number {
  const [took, usual] = hours[hour] ?? [0, 0]
  return (took + HOUR_WEIGHT * mean) / (usual + HOUR_WEIGHT * mean) - 1
}

/**
 * How much longer than usual parties take now: by this hour of the week, then by the day so far, then by the last 90
 * minutes, later ones weighing more. Each counts as far as such differences have persisted in this queue.
 */
export function slownessNow(pace: RecentlySeen, now: number, usual: Usual, thisHour: number): number {
  const { byToday, recent } = seenNow(pace, now, usual, thisHour)
  return byToday * slownessBy(pace.persistence?.recent, recent)
}

type RecentlySeen = Pick<Pace, 'starts' | 'today' | 'persistence'>

/** By which share parties took longer than usual today and, compared with today, in the last 90 minutes. */
function seenNow({ starts, today, persistence }: RecentlySeen, now: number, usual: Usual, thisHour: number) {
  const weight = USUAL_WEIGHT * usual.mean
  const day = decayedTo(now, today)
  const sums = { took: weight + day.took, usually: weight + day.usual, lately: 0, latelyUsual: 0 }
  for (const { at, lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    const usually = minutesOf(mix, usual.minutes)
    const took = Math.min(lane_minutes, MAX_TIMES_USUAL * usually)
    sums.took += took / thisHour
    sums.usually += usually
    const share = Math.max(0, 1 - Math.max(0, now - at) / (RECENT_MINUTES * MINUTE_MS))
    sums.lately += share * took
    sums.latelyUsual += share * usually
  }
  const seenToday = sums.took / sums.usually - 1
  const byToday = thisHour * slownessBy(persistence?.today, seenToday)
  const recent = (weight + sums.lately / byToday) / (weight + sums.latelyUsual) - 1
  return { today: seenToday, byToday, recent }
}

/** The differences from the usual pace that were seen before a party was taken. */
export function differencesBefore(pace: Pace, { at, hour, serviceMinutes }: Taking): Differences {
  const usual = usualPace(pace.work, serviceMinutes)
  const { today, recent } = seenNow(pace, at, usual, slownessIn(pace, hour, usual.mean))
  return { hour: seenIn(pace.hours, hour, usual.mean), today, recent }
}

interface Taking {
  /** When the party is taken, in milliseconds since 1970, and the hour of the week. */
  readonly at: number
  readonly hour: number
  /** The queue's setting. */
  readonly serviceMinutes: number
}

interface Interval {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  /** Lane-minutes that the party took, and those that such parties usually take. */
  readonly took: number
  readonly usually: number
}

/** Records what a party took: how far differences seen before have persisted, and the sums of today. */
export function learnPersistence(
  { persistence, today }: Pick<Pace, 'persistence' | 'today'>,
  { at, took, usually }: Interval,
  seen: Differences,
): Required<Pick<Pace, 'persistence' | 'today'>> {
  const byHour = slownessBy(persistence?.hour, seen.hour)
  const byToday = byHour * slownessBy(persistence?.today, seen.today)
  const before = decayedTo(at, today)
  return {
    persistence: {
      hour: addDifference(persistence?.hour, seen.hour, took / usually - 1),
      today: addDifference(persistence?.today, seen.today, took / (usually * byHour) - 1),
      recent: addDifference(persistence?.recent, seen.recent, took / (usually * byToday) - 1),
    },
    today: { at, took: before.took + took / byHour, usual: before.usual + usually },
  }
}
