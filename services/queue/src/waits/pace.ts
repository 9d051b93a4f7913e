import type { Score } from './calibration.ts'
import { PARTY_BUCKETS } from './party-bucket.ts'
import { learnWork, minutesByBucket, minutesOf, NO_WORK, type Work } from './work.ts'

/** A party taken from the line: notified, or seated at once. */
export interface Start {
  /** Milliseconds since 1970. */
  readonly at: number
  /** Hour of the week in the queue's time zone, 0 to 167. */
  readonly hour: number
  readonly bucket: number
  /**
   * Lane-minutes since the start before, where somebody waited all the time: what a party took, then.
   * null: the lanes may have been idle.
   */
  readonly lane_minutes: number | null
  /** Shares of the buckets among the parties that were being served meanwhile. */
  readonly mix: readonly number[]
  /** How the quote turned out; null for a guest who had none. */
  readonly score: Score | null
}

/** What happened in a queue, as far as estimating waits needs it: small, whatever its age. */
export interface Pace {
  /** Starts of the last 90 minutes, oldest first. Older ones are in the sums below. */
  readonly starts: readonly Start[]
  /** Starts ever. */
  readonly started: number
  /** When somebody last was taken or left, and how many waited then; lane-minutes since the last start. */
  readonly last: { readonly at: number; readonly waiting: number; readonly lane_minutes: number } | null
  readonly work: Work
  /** By hour of the week: lane-minutes that parties took, and those they usually would have. */
  readonly hours: Readonly<Record<string, readonly [took: number, usual: number]>>
  readonly scores: readonly Score[]
  /** Guests who left before their turn, and minutes waited by all: their ratio is the rate of leaving. */
  readonly leaving: { readonly left: number; readonly minutes: number }
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

export const MINUTE_MS = 60_000
export const RECENT_MINUTES = 90
const MOST_STARTS = 120
const MOST_SCORES = 200
/** An interval longer than so many usual ones counts as so many: somebody forgot the list. */
export const LONGEST = 5
/** Parties taken within so many milliseconds are taken together, such as for a boat: none of them took no time. */
const TOGETHER_MS = 30_000
/** Of the sums by hour, and of leaving: what is kept when another is added. */
const HOUR_KEEP = 1 - 1 / 60
const LEAVING_KEEP = 1 - 1 / 500

/** Somebody has left the line. */
export interface Leaving {
  readonly at: number
  /** Minutes since joining. */
  readonly waited: number
  /** Guests who still wait, not counting those who are notified. */
  readonly waiting: number
  readonly lanes: number
}

export interface Starting extends Leaving {
  readonly hour: number
  readonly bucket: number
  readonly score: Score | null
  /** The queue's setting. */
  readonly serviceMinutes: number
}

/** Takes in that a party was taken from the line. */
export function recordStart(pace: Pace, given: Starting): Pace {
  const { at, hour, bucket, score } = given
  const lane_minutes = laneMinutesUntil(pace, given)
  const serving = pace.starts.slice(-given.lanes).map((start) => start.bucket)
  const start = { at, hour, bucket, lane_minutes, mix: sharesOf(serving.length ? serving : [bucket]), score }
  const recent: Pace = {
    ...pace,
    starts: shareOut([...pace.starts, start]),
    started: pace.started + 1,
    last: { at, waiting: given.waiting, lane_minutes: 0 },
    leaving: addLeaving(pace, 0, given.waited),
  }
  return foldOld(recent, at, given.serviceMinutes)
}

/** Gives those who were taken together with the last one the same lane-minutes; where those of one are unknown, none. */
function shareOut(starts: readonly Start[]): readonly Start[] {
  const since = (starts.at(-1)?.at ?? 0) - TOGETHER_MS
  const first = starts.findIndex(({ at }) => at >= since)
  const together = starts.slice(first)
  if (together.length === 1) return starts
  const known = together.flatMap((start) => start.lane_minutes ?? [])
  const sum = known.reduce((total, one) => total + one, 0)
  const lane_minutes = known.length === together.length ? sum / known.length : null
  return [...starts.slice(0, first), ...together.map((start) => ({ ...start, lane_minutes }))]
}

/** Takes in that a guest left before being taken: removed, or gone. */
export const recordLeft = (pace: Pace, given: Leaving): Pace => ({
  ...pace,
  last: { at: given.at, waiting: given.waiting, lane_minutes: laneMinutesUntil(pace, given) ?? 0 },
  leaving: addLeaving(pace, 1, given.waited),
})

/** Takes a recent start back, as if it had not been; one that is in the sums already stays there. */
export function undoStart(pace: Pace, at: number, bucket: number): Pace {
  const index = pace.starts.findLastIndex((start) => start.at === at && start.bucket === bucket)
  if (index < 0) return pace
  const spare = pace.starts[index]?.lane_minutes ?? 0
  const widened = (one: number | null) => (one === null ? null : one + spare)
  const starts = pace.starts
    .map((start, i) => (i === index + 1 ? { ...start, lane_minutes: widened(start.lane_minutes) } : start))
    .toSpliced(index, 1)
  const last = index === starts.length && pace.last ? { ...pace.last, lane_minutes: spare } : pace.last
  return { ...pace, starts, started: pace.started - 1, last }
}

/** null where nobody waited after the last start: then lanes may have been idle. */
function laneMinutesUntil({ last }: Pace, { at, lanes }: Leaving): number | null {
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

/** The most lane-minutes that an interval counts as. What was learnt alone would hold itself down once it is too little. */
export const longest = (usualMinutes: number, settingMinutes: number): number =>
  LONGEST * Math.max(usualMinutes, settingMinutes)

/** Adds the starts that are no longer recent to the sums. */
function foldOld(pace: Pace, now: number, serviceMinutes: number): Pace {
  const isOld = ({ at }: Start, index: number) =>
    at < now - RECENT_MINUTES * MINUTE_MS || index < pace.starts.length - MOST_STARTS
  const old = pace.starts.filter(isOld)
  if (old.length === 0) return pace
  const folded = old.reduce((sums, start) => fold(sums, start, serviceMinutes), pace)
  return { ...folded, starts: pace.starts.slice(old.length) }
}

function fold(pace: Pace, { hour, lane_minutes, mix, score }: Start, serviceMinutes: number): Pace {
  const scores = score ? [...pace.scores, score].slice(-MOST_SCORES) : pace.scores
  if (lane_minutes === null) return { ...pace, scores }
  const usual = minutesOf(mix, minutesByBucket(pace.work, serviceMinutes))
  const took = Math.min(lane_minutes, longest(usual, serviceMinutes))
  const [tookBefore, usualBefore] = pace.hours[hour] ?? [0, 0]
  const cell = [tookBefore * HOUR_KEEP + took, usualBefore * HOUR_KEEP + usual] as const
  return { ...pace, scores, work: learnWork(pace.work, mix, took), hours: { ...pace.hours, [hour]: cell } }
}
