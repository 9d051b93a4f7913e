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
 * @param max the longest in words, such as "93 days"
 * @throws ProblemError `validation_failed`
 */
export function requireRange(range: Range, maxMs: number, max: string): void {
  requireOrder(range)
  if (range.to - range.from > maxMs) throw rangeTooLong(max)
}

export const rangeTooLong = (max: string) =>
  invalidField('?from', `must be at most ${max} before to`, 'range_too_long')
