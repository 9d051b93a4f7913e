import type { QuotedWait } from './simulate.ts'

/** How accurate quotes were. */
export interface Accuracy {
  readonly guests: number
  /** Minutes. */
  readonly meanWait: number
  /** Mean absolute error, in minutes. */
  readonly error: number
  /** Total overestimate in per cent of the total wait. */
  readonly biasPercent: number
  /** Share of guests who waited no longer than the upper bound; undefined for methods without one. */
  readonly coveredPercent: number | undefined
}

export function accuracyOf(promised: readonly QuotedWait[]): Accuracy {
  const mean = (of: (one: QuotedWait) => number) =>
    promised.reduce((sum, one) => sum + of(one), 0) / promised.length
  const meanWait = mean(({ actual }) => actual)
  const isBounded = promised.some(({ high }) => high !== undefined)
  return {
    guests: promised.length,
    meanWait,
    error: mean(({ quoted, actual }) => Math.abs(quoted - actual)),
    biasPercent: (100 * mean(({ quoted, actual }) => quoted - actual)) / meanWait,
    coveredPercent: isBounded
      ? 100 * mean(({ high, actual }) => (actual <= (high ?? Number.NaN) ? 1 : 0))
      : undefined,
  }
}
