import { invalidField } from '../errors.ts'

interface Range {
  /** Inclusive, in ms. */
  readonly from: number
  /** Exclusive, in ms. */
  readonly to: number
}

/**
 * Refuses empty ranges.
 *
 * @throws ProblemError `validation_failed`
 */
export function requireOrder({ from, to }: Range): void {
  if (from >= to) throw invalidField('?from', 'must be before to', 'invalid_range')
}

/**
 * Refuses ranges that are empty or too long. The fault is always reported at `from`, which is set whenever a range is
 * wrong, as its default follows from `to`.
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
