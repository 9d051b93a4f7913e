import { MINUTE_MS } from '@usher/service-kit/durations'
import { boundedInterval, MAX_TIMES_USUAL } from './intervals.ts'
import { type Pace, RECENT_MINUTES } from './pace.ts'
import { addPersisted, type Differences, fadedTo, type Persisted, persistingShare } from './persistence.ts'
import { addLately, isOutdated, minutesByBucket, minutesOf } from './work.ts'

/** Weights, in parties: of what is usual against what was seen of late, and against what was seen of an hour. */
const USUAL_WEIGHT = 20
const HOUR_WEIGHT = 40

/** Parties are never taken to be more than five times as fast as usual. */
const MIN_SLOWNESS = 0.2

/** A difference beyond this is real for its greater part, however little differences have persisted so far. */
const LARGE = 0.3

/** What is usual in a queue. */
interface Usual {
  /** Minutes that a party of each bucket takes, and overall. */
  readonly minutes: readonly number[]
  readonly mean: number
}

/** What was learnt, including recent starts; if the history is outdated, hours are ignored. */
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

const slownessBy = (persisted: Persisted | undefined, difference: number): number =>
  Math.max(
    MIN_SLOWNESS,
    1 + Math.max(persistingShare(persisted), 1 - LARGE / Math.abs(difference)) * difference,
  )

/** By how much longer than usual they took; drawn towards 0 while little was seen. */
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

/** By how much longer than usual parties took today and, in relation to that, of late. */
function seenNow({ starts, today, persistence }: RecentlySeen, now: number, usual: Usual, thisHour: number) {
  const weight = USUAL_WEIGHT * usual.mean
  const day = fadedTo(now, today)
  const sums = { took: weight + day.took, usually: weight + day.usual, lately: 0, latelyUsual: 0 }
  for (const { at, lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    const usually = minutesOf(mix, usual.minutes)
    const took = Math.min(lane_minutes, MAX_TIMES_USUAL * usually)
    sums.took += took / thisHour
    sums.usually += usually
    const share = Math.max(0, 1 - (now - at) / (RECENT_MINUTES * MINUTE_MS))
    sums.lately += share * took
    sums.latelyUsual += share * usually
  }
  const seenToday = sums.took / sums.usually - 1
  const byToday = thisHour * slownessBy(persistence?.today, seenToday)
  const recent = (weight + sums.lately / byToday) / (weight + sums.latelyUsual) - 1
  return { today: seenToday, byToday, recent }
}

/** What is seen of the differences from the usual pace before a party is taken. */
export function differencesBefore(
  pace: Pace,
  at: number,
  hour: number,
  minutes: readonly number[],
  mean: number,
): Differences {
  const { today, recent } = seenNow(pace, at, { minutes, mean }, slownessIn(pace, hour, mean))
  return { hour: seenIn(pace.hours, hour, mean), today, recent }
}

interface Interval {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number
  /** Lane-minutes that the party took, and those that such parties usually take. */
  readonly took: number
  readonly usually: number
}

/** Records what a party took, by what had been seen before. */
export function learnPersistence(
  { persistence, today }: Pick<Pace, 'persistence' | 'today'>,
  { at, took, usually }: Interval,
  seen: Differences,
): Required<Pick<Pace, 'persistence' | 'today'>> {
  const byHour = slownessBy(persistence?.hour, seen.hour)
  const byToday = byHour * slownessBy(persistence?.today, seen.today)
  const before = fadedTo(at, today)
  return {
    persistence: {
      hour: addPersisted(persistence?.hour, seen.hour, took / usually - 1),
      today: addPersisted(persistence?.today, seen.today, took / (usually * byHour) - 1),
      recent: addPersisted(persistence?.recent, seen.recent, took / (usually * byToday) - 1),
    },
    today: { at, took: before.took + took / byHour, usual: before.usual + usually },
  }
}
