import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { recordBatch, TOGETHER_MS } from './batches.ts'
import { NO_CALIBRATION, recordScore } from './calibration.ts'
import { HOURS_A_DAY, HOURS_A_WEEK, learnLanes } from './hours-ahead.ts'
import { type Pace, RECENT_MINUTES, type Start } from './pace.ts'
import { PARTY_BUCKETS, totalOf } from './party-bucket.ts'
import { NO_SIZES, recordSize, recordSizesLeft } from './sizes.ts'
import { addToday } from './slowness.ts'
import { boundedInterval, learnWork, minutesByBucket, minutesOf } from './work.ts'

const MAX_STARTS = 120

/** Factor by which the sums of leaving decay with each addition. */
const LEAVING_KEEP = 1 - 1 / 500

/** Hour of the night in which corrections are learnt. */
const NIGHT = 4

/** A guest leaves the waiting part of the line. */
export interface Departure {
  readonly at: number
  /** Minutes since joining. */
  readonly waited: number
  /** Guests still waiting, without those notified, by party bucket. */
  readonly line: readonly number[]
  readonly lanes: number
  /** Whether the line closed while the guest waited. Such a guest says nothing about waits. */
  readonly leftOver?: boolean
}

export interface Starting extends Departure, Omit<Start, 'lane_minutes' | 'mix'> {
  /** Guests still waiting who were ahead, by party bucket. */
  readonly passed: readonly number[]
  /** Hour of the week in the queue's time zone, 0 to 167. */
  readonly hour: number
  /** The queue's setting. */
  readonly serviceMinutes: number
}

/** Records that a party was served from the line. */
export function recordStart(pace: Pace, given: Starting): Pace {
  if (given.leftOver) return { ...pace, last: null }
  const { at, hour } = given
  const waiting = totalOf(given.line)
  const start = startOf(pace, given)
  const batches = recordBatch(pace.batches, at, waiting)
  const recent: Pace = {
    ...pace,
    starts: shareOut([...pace.starts, start], batches.current.at),
    started: pace.started + 1,
    last: { at, waiting, lane_minutes: 0 },
    leaving: addLeaving(pace, 0, given.waited),
    batches,
    sizes: recordSize(pace.sizes ?? NO_SIZES, given, pace.starts),
    usual_lanes: learnLanes(pace.usual_lanes ?? {}, hour, given.lanes),
    learn_at: pace.learn_at ?? nextNight(at, hour),
  }
  return foldOld(recent, at, given.serviceMinutes)
}

function startOf(pace: Pace, given: Starting): Start {
  const { at, bucket, score, guest, rank, party_size, is_booking, clause } = given
  const lane_minutes = laneMinutesUntil(pace, given)
  const serving = pace.starts.slice(-given.lanes).map((start) => start.bucket)
  const mix = sharesOf(serving.length ? serving : [bucket])
  return {
    at,
    bucket,
    lane_minutes,
    mix,
    score,
    ...(is_booking && { is_booking }),
    ...(clause !== undefined && { clause }),
    ...(guest !== undefined && { guest }),
    ...(rank !== undefined && party_size !== undefined && { rank, party_size }),
  }
}

/** The next time at about that hour in the queue's time zone. */
const nextNight = (at: number, hour: number): number =>
  at + (((NIGHT - hour + HOURS_A_WEEK - 1) % HOURS_A_DAY) + 1) * HOUR_MS

/**
 * Gives parties served together the same lane-minutes; unknown if one of them is.
 *
 * @param since when the first of them was served: in a fast line, what is unknown must not pass from each to the next
 */
function shareOut(starts: readonly Start[], since: number): readonly Start[] {
  const now = starts.at(-1)?.at ?? 0
  const first = starts.findLastIndex(({ at }) => at < since || Math.abs(now - at) > TOGETHER_MS) + 1
  const together = starts.slice(first)
  if (together.length === 1) return starts
  const known = together.flatMap((start) => start.lane_minutes ?? [])
  const sum = known.reduce((total, one) => total + one, 0)
  const lane_minutes = known.length === together.length ? sum / known.length : null
  return [...starts.slice(0, first), ...together.map((start) => ({ ...start, lane_minutes }))]
}

/** Records that a guest left before being served: removed, or gone. */
export function recordLeft(pace: Pace, given: Departure): Pace {
  if (given.leftOver) return { ...pace, last: null }
  const lane_minutes = laneMinutesUntil(pace, given)
  // Whether lanes were idle before is unknown then, so the interval stays unknown, as if nobody waited.
  const waiting = lane_minutes === null ? 0 : totalOf(given.line)
  return {
    ...pace,
    last: { at: given.at, waiting, lane_minutes: lane_minutes ?? 0 },
    leaving: addLeaving(pace, 1, given.waited),
    ...(pace.sizes && { sizes: recordSizesLeft(pace.sizes, given.line) }),
  }
}

/** null if nobody waited after the last start: lanes may have been idle. */
function laneMinutesUntil({ last }: Pace, { at, lanes }: Departure): number | null {
  if (!last || last.waiting === 0) return null
  return last.lane_minutes + (lanes * Math.max(0, at - last.at)) / MINUTE_MS
}

const addLeaving = ({ leaving }: Pace, left: number, minutes: number) => ({
  left: leaving.left * LEAVING_KEEP + left,
  minutes: leaving.minutes * LEAVING_KEEP + minutes,
})

const sharesOf = (buckets: readonly number[]): readonly number[] =>
  Array.from(
    { length: PARTY_BUCKETS },
    (_, bucket) => buckets.filter((one) => one === bucket).length / buckets.length,
  )

/** Adds starts that are no longer recent to the sums. */
function foldOld(pace: Pace, now: number, serviceMinutes: number): Pace {
  const isOld = ({ at }: Start, index: number) =>
    at < now - RECENT_MINUTES * MINUTE_MS || index < pace.starts.length - MAX_STARTS
  const old = pace.starts.filter(isOld)
  if (old.length === 0) return pace
  const folded = old.reduce((sums, start) => fold(sums, start, serviceMinutes), pace)
  return { ...folded, starts: pace.starts.filter((start) => !old.includes(start)) }
}

function fold(pace: Pace, start: Start, serviceMinutes: number): Pace {
  const { at, lane_minutes, mix, score } = start
  const scored = score
    ? { ...pace, calibration: recordScore(pace.calibration ?? NO_CALIBRATION, score) }
    : pace
  if (lane_minutes === null) return scored
  const minutes = minutesByBucket(pace.work, serviceMinutes)
  const took = boundedInterval(lane_minutes, mix, minutes, serviceMinutes)
  return {
    ...scored,
    today: addToday(pace.today, at, took, minutesOf(mix, minutes)),
    work: learnWork(pace.work, mix, took),
  }
}

/** Records whether a party that was called has left since, or waits again. */
export function recordAway(pace: Pace, guest: string, isAway: boolean): Pace {
  const index = pace.starts.findLastIndex((start) => start.guest === guest)
  const start = pace.starts[index]
  if (!start || Boolean(start.away) === isAway) return pace
  const { away: _, ...called } = start
  return { ...pace, starts: pace.starts.with(index, isAway ? { ...called, away: true } : called) }
}

/** Reverts a recent start of a guest; one already in the sums stays there. */
export function undoStart(pace: Pace, at: number, guest: string): Pace {
  const index = pace.starts.findLastIndex((start) => start.at === at && (start.guest ?? guest) === guest)
  if (index < 0) return pace
  const spare = pace.starts[index]?.lane_minutes ?? 0
  const widened = (one: number | null) => (one === null ? null : one + spare)
  const starts = pace.starts
    .map((start, i) => (i === index + 1 ? { ...start, lane_minutes: widened(start.lane_minutes) } : start))
    .toSpliced(index, 1)
  const last = index === starts.length && pace.last ? { ...pace.last, lane_minutes: spare } : pace.last
  return { ...pace, starts, started: pace.started - 1, last }
}

/** Reverts that a guest left, after so many minutes. */
export const undoLeft = (pace: Pace, waited: number): Pace => ({
  ...pace,
  leaving: {
    left: Math.max(0, pace.leaving.left - 1),
    minutes: Math.max(0, pace.leaving.minutes - waited),
  },
})
