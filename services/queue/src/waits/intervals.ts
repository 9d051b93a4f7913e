import { minutesOf } from './work.ts'

/** Limit of an interval, in usual intervals: beyond it somebody forgot the list. */
export const MAX_TIMES_USUAL = 5

/**
 * The lane-minutes that an interval counts as. With learnt values alone, an estimate that became too low would keep
 * itself low.
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
