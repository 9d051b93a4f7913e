import { invalidField } from '../errors.ts'

interface Range {
  /** First moment, in ms. */
  readonly from: number
  /** Not included, in ms. */
  readonly to: number
}

/** Refuses ranges that are empty. @throws ProblemError `validation_failed` */
export function requireOrder({ from, to }: Range): void {
  if (from >= to) throw invalidField('?from', 'must be before to', 'invalid_range')
}

/**
 * Refuses ranges that are empty or too long, everywhere in the same way: at `from`, which is there whenever a range
 * is wrong, as its default follows from `to`.
 *
 * @param most the longest in words, such as "93 days"
 * @throws ProblemError `validation_failed`
 */
export function requireRange(range: Range, mostMs: number, most: string): void {
  requireOrder(range)
  if (range.to - range.from > mostMs) throw rangeTooLong(most)
}

export const rangeTooLong = (most: string) =>
  invalidField('?from', `must be at most ${most} before to`, 'range_too_long')
