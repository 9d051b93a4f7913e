import { PARTY_BUCKETS } from './party-bucket.ts'

/**
 * How long parties of each bucket occupy a lane, learnt from the lane-minutes that went by between starts:
 * the sums of a least-squares fit (normal equations), which forget slowly.
 */
export interface Work {
  /** Row by row: how often parties of two buckets were served in the same interval. */
  readonly together: readonly number[]
  /** Lane-minutes, by bucket served. */
  readonly minutes: readonly number[]
  /** Intervals seen. */
  readonly seen: number
  /** Lane-minutes and intervals of the last dozen or so; absent in sums of before. */
  readonly lately?: { readonly minutes: number; readonly seen: number }
}

export const NO_WORK: Work = {
  together: Array(PARTY_BUCKETS ** 2).fill(0),
  minutes: Array(PARTY_BUCKETS).fill(0),
  seen: 0,
}

/** Intervals after which one counts a third of what it did. */
const MEMORY = 500

/** The same for what was seen lately. */
const SHORT_MEMORY = 12

const NOTHING_LATELY = { minutes: 0, seen: 0 }

/**
 * How far the mean of lately may be from that of all, as a factor, before all is taken to be of another time: other
 * work, or lane-minutes that were noted wrongly. A dozen intervals of a line that has not changed are hardly ever so far off.
 */
const MOST_DRIFT = 2.5

/** Weight, in intervals, of the time that the settings give before any was seen. */
const SETTING_WEIGHT = 2

/** Weight, in intervals, of a bucket being like the others. */
const LIKE_OTHERS_WEIGHT = 4

/** @param mix shares of the buckets among the parties served in the interval; their sum is 1 */
export function learnWork(work: Work, mix: readonly number[], laneMinutes: number): Work {
  const keep = 1 - 1 / MEMORY
  return {
    together: work.together.map(
      (sum, at) => sum * keep + (mix[Math.floor(at / PARTY_BUCKETS)] ?? 0) * (mix[at % PARTY_BUCKETS] ?? 0),
    ),
    minutes: work.minutes.map((sum, bucket) => sum * keep + (mix[bucket] ?? 0) * laneMinutes),
    seen: work.seen * keep + 1,
    lately: addLately(work.lately, laneMinutes),
  }
}

/** Takes in how long an interval was. */
export function addLately({ minutes, seen } = NOTHING_LATELY, laneMinutes: number): typeof NOTHING_LATELY {
  const keep = 1 - 1 / SHORT_MEMORY
  return { minutes: minutes * keep + laneMinutes, seen: seen * keep + 1 }
}

/**
 * Minutes that a party of each bucket occupies a lane: ridge regression (Hoerl and Kennard, 1970) towards the
 * mean over all, which in turn is drawn towards the setting while little was seen. Never less than a quarter
 * of that mean. Where lately all is different, the whole is brought to the level of lately.
 */
export function minutesByBucket(work: Work, settingMinutes: number): readonly number[] {
  const mean = meanOfAll(work, settingMinutes)
  const level = meanMinutes(work, settingMinutes) / mean
  const rows = work.minutes.map((minutes, row) => [
    ...work.together
      .slice(row * PARTY_BUCKETS, (row + 1) * PARTY_BUCKETS)
      .map((sum, column) => sum + (row === column ? LIKE_OTHERS_WEIGHT : 0)),
    minutes + LIKE_OTHERS_WEIGHT * mean,
  ])
  return solve(rows).map((minutes) => level * Math.max(minutes, mean / 4))
}

/** Minutes that a party occupies a lane, over all buckets: those of lately, where they are far from those of all. */
export function meanMinutes(work: Work, settingMinutes: number): number {
  const drift = driftOf(work, settingMinutes)
  return meanOfAll(work, settingMinutes) * (hasDrifted(drift) ? drift : 1)
}

/** Whether what was learnt is of another time, so that lately alone counts. */
export const isOutdated = (work: Work, settingMinutes: number): boolean =>
  hasDrifted(driftOf(work, settingMinutes))

const hasDrifted = (drift: number): boolean => drift > MOST_DRIFT || drift < 1 / MOST_DRIFT

/** How many times as long as those of all intervals those of lately were. */
function driftOf(work: Work, settingMinutes: number): number {
  const mean = meanOfAll(work, settingMinutes)
  const { minutes, seen } = work.lately ?? NOTHING_LATELY
  return (minutes / mean + SETTING_WEIGHT) / (seen + SETTING_WEIGHT)
}

function meanOfAll({ minutes, seen }: Work, settingMinutes: number): number {
  const total = minutes.reduce((sum, one) => sum + one, 0)
  return (total + SETTING_WEIGHT * settingMinutes) / (seen + SETTING_WEIGHT)
}

/** Gauss-Jordan elimination; without pivoting, for the matrix is symmetric and positive definite. */
function solve(rows: number[][]): number[] {
  for (const [at, pivot] of rows.entries()) {
    const scale = pivot[at] as number
    for (const [column, value] of pivot.entries()) pivot[column] = value / scale
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[at] as number
      for (const [column, value] of pivot.entries()) row[column] = (row[column] as number) - factor * value
    }
  }
  return rows.map((row) => row.at(-1) as number)
}

/** Minutes for a mix of parties. */
export const minutesOf = (mix: readonly number[], minutes: readonly number[]): number =>
  mix.reduce((sum, share, bucket) => sum + share * (minutes[bucket] ?? 0), 0)
