import { type Interval, median, medianInterval } from '../measure/statistics.ts'

/** A path is slower when it costs more than this many times what it did. */
export const SLOWER = 1.15

/** Of fewer no interval has 95 % confidence (sign test). */
export const LEAST_ROUNDS = 6

export type Verdict = 'slower' | 'faster' | 'same'

/** What the ratios of a path's rounds, new to old, say together. */
export interface Comparison extends Interval {
  /** The median of the rounds. */
  readonly ratio: number
  readonly verdict: Verdict
}

/**
 * Judges a path by the median of its rounds' ratios and the interval that the median lies in with 95 % confidence. A verdict
 * other than `same` needs both: a median beyond the limit, and an interval that leaves no doubt that there is a difference.
 */
export function compareRatios(ratios: readonly number[]): Comparison {
  const ratio = median(ratios)
  const interval = medianInterval(ratios)
  return { ratio, ...interval, verdict: ratios.length < LEAST_ROUNDS ? 'same' : verdictOf(ratio, interval) }
}

function verdictOf(ratio: number, { low, high }: Interval): Verdict {
  if (ratio > SLOWER && low > 1) return 'slower'
  if (ratio < 1 / SLOWER && high < 1) return 'faster'
  return 'same'
}

/** Whether more rounds might change the verdict: the interval has the limit inside. */
export const isUndecided = ({ low, high }: Interval): boolean => low <= SLOWER && high >= SLOWER

/** A verdict in the words of the table. */
export const verdictText = (verdict: Verdict): string =>
  verdict === 'slower' ? `**slower than ${SLOWER}×**` : verdict
