import { PARTY_BUCKETS } from './party-bucket.ts'
import { solve } from './regression.ts'

/**
 * How long parties of each bucket occupy a lane, learnt from the lane-minutes between starts: the sums of a
 * least-squares fit (normal equations), with slow decay.
 */
export interface Work {
  /** Row by row: how often parties of two buckets were served in the same interval. */
  readonly together: readonly number[]
  /** Lane-minutes, by bucket served. */
  readonly minutes: readonly number[]
  /** Intervals seen. */
  readonly seen: number
  /** Lane-minutes and intervals of the last dozen or so. */
  readonly lately: { readonly minutes: number; readonly seen: number }
}

export const NO_WORK: Work = {
  together: Array(PARTY_BUCKETS ** 2).fill(0),
  minutes: Array(PARTY_BUCKETS).fill(0),
  seen: 0,
  lately: { minutes: 0, seen: 0 },
}

/** Intervals after which one counts a third of its original weight. */
const MEMORY = 700

/** The same for recent intervals. */
const SHORT_MEMORY = 12

/**
 * Largest factor between the recent and the overall mean before the history counts as outdated: different work, or
 * lane-minutes recorded wrongly. A dozen intervals of an unchanged line hardly ever differ that much.
 */
const MAX_DRIFT = 2.5

/** Weight, in intervals, of the configured service time before any was measured. */
const SETTING_WEIGHT = 2

/** Weight, in intervals, of the assumption that a bucket is like the others. */
const LIKE_OTHERS_WEIGHT = 4

/** @param mix shares of the buckets among the parties served in the interval, with sum 1 */
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

/** Records the length of a recent interval. */
export function addLately({ minutes, seen }: Work['lately'], laneMinutes: number): Work['lately'] {
  const keep = 1 - 1 / SHORT_MEMORY
  return { minutes: minutes * keep + laneMinutes, seen: seen * keep + 1 }
}

/**
 * Minutes that a party of each bucket occupies a lane: ridge regression (Hoerl and Kennard, 1970) towards the overall
 * mean, which in turn is drawn towards the setting while there is little data. Never less than a quarter of that
 * mean. If recent intervals differ too much, scaled to their level.
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

/**
 * Minutes that a party occupies a lane, over all buckets; from recent intervals if they differ too much from the
 * rest.
 */
export function meanMinutes(work: Work, settingMinutes: number): number {
  const drift = driftOf(work, settingMinutes)
  const hasDrifted = drift > MAX_DRIFT || drift < 1 / MAX_DRIFT
  return meanOfAll(work, settingMinutes) * (hasDrifted ? drift : 1)
}

/** Ratio of the recent mean to the overall mean. */
function driftOf(work: Work, settingMinutes: number): number {
  const mean = meanOfAll(work, settingMinutes)
  const { minutes, seen } = work.lately
  return (minutes / mean + SETTING_WEIGHT) / (seen + SETTING_WEIGHT)
}

function meanOfAll({ minutes, seen }: Work, settingMinutes: number): number {
  const total = minutes.reduce((sum, one) => sum + one, 0)
  return (total + SETTING_WEIGHT * settingMinutes) / (seen + SETTING_WEIGHT)
}

/** Minutes for a mix of parties. */
export const minutesOf = (mix: readonly number[], minutes: readonly number[]): number =>
  mix.reduce((sum, share, bucket) => sum + share * (minutes[bucket] ?? 0), 0)

/** Limit of an interval, in usual ones: where it is longer, somebody forgot to enter starts. */
export const MAX_TIMES_USUAL = 5

/**
 * The lane-minutes that an interval counts as. The setting is part of the limit: with learnt values alone, an estimate
 * that became too low would stay so.
 *
 * @param mix of the parties served meanwhile
 * @param usual minutes that a party of each bucket takes
 * @param settingMinutes those of the queue's setting
 */
export const boundedInterval = (
  laneMinutes: number,
  mix: readonly number[],
  usual: readonly number[],
  settingMinutes: number,
): number => Math.min(laneMinutes, MAX_TIMES_USUAL * Math.max(minutesOf(mix, usual), settingMinutes))

/** Stages after which a service is over for certain; more would overflow with a mean close to 0. */
const MAX_STAGES = 1_000

/**
 * For an Erlang-3 service that began some minutes ago: the probability that it still lasts, and its mean remaining
 * time.
 */
export function service(age: number, mean: number): { taken: number; left: number } {
  const x = Math.min(MAX_STAGES, (3 * Math.max(0, age)) / mean)
  const stages = 1 + x + x ** 2 / 2
  return { taken: Math.exp(-x) * stages, left: ((mean / 3) * (3 + 2 * x + x ** 2 / 2)) / stages }
}
