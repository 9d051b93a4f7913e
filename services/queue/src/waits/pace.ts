import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Batches, recordBatch, TOGETHER_MS } from './batches.ts'
import type { Score } from './calibration.ts'
import { learnLanes, type UsualLanes } from './hours-ahead.ts'
import { PARTY_BUCKETS, totalOf } from './party-bucket.ts'
import type { RenewedQuote } from './renewed-quotes.ts'
import { NO_SIZES, recordSize, recordSizesLeft, type Sizes } from './sizes.ts'
import type { TakenPlace } from './taken-place.ts'
import { learnWork, minutesByBucket, minutesOf, NO_WORK, type Work } from './work.ts'

/** A party served from the line: notified, or seated at once. */
export interface Start {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Hour of the week in the queue's time zone, 0 to 167. */
  readonly hour: number
  readonly bucket: number
  /**
   * Lane-minutes since the previous start if somebody was waiting throughout, which is what a party took. null: lanes
   * may have been idle.
   */
  readonly lane_minutes: number | null
  /** Shares of the buckets among the parties being served meanwhile. */
  readonly mix: readonly number[]
  /** Outcome of the quote; null for a guest without one. */
  readonly score: Score | null
  /** Where the party stood in the line, and how many they were; absent: stored before this was noted. */
  readonly rank?: string
  readonly party_size?: number
}

/** A queue's service history, as far as estimates need it: small, whatever its age. */
export interface Pace {
  /** Starts of the last 90 minutes, oldest first. Older ones are in the sums below. */
  readonly starts: readonly Start[]
  /** Starts in total. */
  readonly started: number
  /** The last time somebody was served or left, how many waited then, and the lane-minutes since the last start. */
  readonly last: { readonly at: number; readonly waiting: number; readonly lane_minutes: number } | null
  readonly work: Work
  /** By hour of the week: lane-minutes that parties took, and those they usually would have. */
  readonly hours: Readonly<Record<string, readonly [took: number, usual: number]>>
  /** Absent: none seen yet. */
  readonly usual_lanes?: UsualLanes
  /** Absent: nobody was taken yet. */
  readonly batches?: Batches
  readonly sizes?: Sizes
  readonly scores: readonly Score[]
  /** Guests who left before their turn, and minutes waited by all: their ratio is the leave rate. */
  readonly leaving: { readonly left: number; readonly minutes: number }
  /** Places taken, by the time of the call; absent: none yet. */
  readonly taken?: readonly TakenPlace[]
  /** When staff last counted the free places. */
  readonly counted_at?: number
  /** Second quotes of guests who still wait; absent: none yet. */
  readonly renewed?: readonly RenewedQuote[]
}

export const NO_PACE: Pace = {
  starts: [],
  started: 0,
  last: null,
  work: NO_WORK,
  hours: {},
  scores: [],
  leaving: { left: 0, minutes: 0 },
}

export const RECENT_MINUTES = 90
const MAX_STARTS = 120
const MAX_SCORES = 200
/** Limit of an interval, in usual intervals: beyond it somebody forgot the list. */
export const MAX_TIMES_USUAL = 5
/** Decay of the hourly sums and of leaving with each addition. */
const HOUR_KEEP = 1 - 1 / 60
const LEAVING_KEEP = 1 - 1 / 500

/** A guest leaves the waiting part of the line. */
export interface Departure {
  readonly at: number
  /** Minutes since joining. */
  readonly waited: number
  /** Guests still waiting, without those notified, by party bucket. */
  readonly line: readonly number[]
  readonly lanes: number
  /** Whether the line closed while the guest waited. Such a guest says nothing about waits; absent: no. */
  readonly leftOver?: boolean
}

export interface Starting extends Departure, Omit<Start, 'lane_minutes' | 'mix'> {
  /** Guests still waiting who were ahead, by party bucket. */
  readonly passed: readonly number[]
  /** The queue's setting. */
  readonly serviceMinutes: number
}

/** Records that a party was served from the line. */
export function recordStart(pace: Pace, given: Starting): Pace {
  if (given.leftOver) return { ...pace, last: null }
  const { at, hour, bucket, score, rank, party_size } = given
  const waiting = totalOf(given.line)
  const lane_minutes = laneMinutesUntil(pace, given)
  const serving = pace.starts.slice(-given.lanes).map((start) => start.bucket)
  const mix = sharesOf(serving.length ? serving : [bucket])
  const start: Start = {
    ...{ at, hour, bucket, lane_minutes, mix, score },
    ...(rank !== undefined && party_size !== undefined && { rank, party_size }),
  }
  const recent: Pace = {
    ...pace,
    starts: shareOut([...pace.starts, start]),
    started: pace.started + 1,
    last: { at, waiting, lane_minutes: 0 },
    leaving: addLeaving(pace, 0, given.waited),
    batches: recordBatch(pace.batches, at, waiting),
    sizes: recordSize(pace.sizes ?? NO_SIZES, given, pace.starts),
    usual_lanes: learnLanes(pace.usual_lanes ?? {}, hour, given.lanes),
  }
  return foldOld(recent, at, given.serviceMinutes)
}

/** Gives parties served together the same lane-minutes; unknown if one of them is. */
function shareOut(starts: readonly Start[]): readonly Start[] {
  const now = starts.at(-1)?.at ?? 0
  const first = starts.findLastIndex(({ at }) => Math.abs(now - at) > TOGETHER_MS) + 1
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

/**
 * The most lane-minutes that an interval counts as. With learnt values alone, an estimate that became too low would
 * keep itself low.
 */
export const maxLaneMinutes = (usualMinutes: number, settingMinutes: number): number =>
  MAX_TIMES_USUAL * Math.max(usualMinutes, settingMinutes)

/** Adds starts that are no longer recent to the sums. */
function foldOld(pace: Pace, now: number, serviceMinutes: number): Pace {
  const isOld = ({ at }: Start, index: number) =>
    at < now - RECENT_MINUTES * MINUTE_MS || index < pace.starts.length - MAX_STARTS
  const old = pace.starts.filter(isOld)
  if (old.length === 0) return pace
  const folded = old.reduce((sums, start) => fold(sums, start, serviceMinutes), pace)
  return { ...folded, starts: pace.starts.slice(old.length) }
}

function fold(pace: Pace, { hour, lane_minutes, mix, score }: Start, serviceMinutes: number): Pace {
  const scores = score ? [...pace.scores, score].slice(-MAX_SCORES) : pace.scores
  if (lane_minutes === null) return { ...pace, scores }
  const usual = minutesOf(mix, minutesByBucket(pace.work, serviceMinutes))
  const took = Math.min(lane_minutes, maxLaneMinutes(usual, serviceMinutes))
  const [tookBefore, usualBefore] = pace.hours[hour] ?? [0, 0]
  const cell = [tookBefore * HOUR_KEEP + took, usualBefore * HOUR_KEEP + usual] as const
  return { ...pace, scores, work: learnWork(pace.work, mix, took), hours: { ...pace.hours, [hour]: cell } }
}
