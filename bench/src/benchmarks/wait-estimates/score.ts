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
  /** The same of guests with nobody ahead, and with somebody ahead; undefined if there were none. */
  readonly coveredFirstPercent: number | undefined
  readonly coveredBehindPercent: number | undefined
}

export function accuracyOf(promised: readonly QuotedWait[]): Accuracy {
  const mean = (of: (one: QuotedWait) => number) =>
    promised.reduce((sum, one) => sum + of(one), 0) / promised.length
  const meanWait = mean(({ actual }) => actual)
  return {
    guests: promised.length,
    meanWait,
    error: mean(({ quoted, actual }) => Math.abs(quoted - actual)),
    biasPercent: (100 * mean(({ quoted, actual }) => quoted - actual)) / meanWait,
    coveredPercent: coverageOf(promised),
    coveredFirstPercent: coverageOf(promised.filter(({ ahead }) => ahead === 0)),
    coveredBehindPercent: coverageOf(promised.filter(({ ahead }) => ahead > 0)),
  }
}

function coverageOf(promised: readonly QuotedWait[]): number | undefined {
  const bounded = promised.flatMap(({ high, actual }) => (high === undefined ? [] : [actual <= high ? 1 : 0]))
  if (bounded.length === 0) return undefined
  return (100 * bounded.reduce<number>((sum, one) => sum + one, 0)) / bounded.length
}
