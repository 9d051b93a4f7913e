import { minutesOf } from './work.ts'

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
