import { type Interval, median, medianInterval } from '../measure/statistics.ts'

/** A path is slower if its cost ratio exceeds this. */
const SLOWER = 1.15

/** With fewer rounds, no interval has 95 % confidence (sign test). */
export const MIN_ROUNDS = 6

type Verdict = 'slower' | 'faster' | 'same'

/** What the ratios new : old of a path's rounds say together. */
export interface Comparison extends Interval {
  /** The median of the rounds. */
  readonly ratio: number
  readonly verdict: Verdict
}

/**
 * Judges a path by the median of its rounds' ratios and the 95 % confidence interval of that median. A verdict other
 * than `same` needs both: a median beyond the limit, and an interval that leaves no doubt that there is a difference.
 */
export function compareRatios(ratios: readonly number[]): Comparison {
  const ratio = median(ratios)
  const interval = medianInterval(ratios)
  return { ratio, ...interval, verdict: ratios.length < MIN_ROUNDS ? 'same' : verdictOf(ratio, interval) }
}

function verdictOf(ratio: number, { low, high }: Interval): Verdict {
  if (ratio > SLOWER && low > 1) return 'slower'
  if (ratio < 1 / SLOWER && high < 1) return 'faster'
  return 'same'
}

/** Whether more rounds might change the verdict: the interval contains the limit. */
export const isUndecided = ({ low, high }: Interval): boolean => low <= SLOWER && high >= SLOWER

/** A verdict in words. */
export const verdictText = (verdict: Verdict): string =>
  ({
    slower: `**slower than ${SLOWER}×**`,
    faster: `faster than 1/${SLOWER}×`,
    same: `same, not slower than ${SLOWER}×`,
  })[verdict]
