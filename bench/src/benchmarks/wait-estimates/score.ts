import type { Renewal } from './renewal.ts'
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
  /**
   * The same of guests with nobody ahead, and with somebody ahead, after the first hundred parties of the course: until
   * then there is too little to learn from. undefined if there were none.
   */
  readonly coveredFirstPercent: number | undefined
  readonly coveredBehindPercent: number | undefined
  /** How quotes changed while guests waited; undefined for methods that do not renew them. */
  readonly renewed: Renewed | undefined
}

/** Shares of guests, in per cent, and the error in minutes of the quotes half-way through the wait. */
export interface Renewed {
  readonly rosePercent: number
  readonly widenedPercent: number
  readonly slippedPercent: number
  readonly slippedSinceJoiningPercent: number
  readonly halfWayError: number
  readonly halfWayCoveredPercent: number
}

const LEARNING_PARTIES = 100

export function accuracyOf(promised: readonly QuotedWait[]): Accuracy {
  const learnt = promised.filter(({ joinedBefore }) => joinedBefore >= LEARNING_PARTIES)
  const mean = (of: (one: QuotedWait) => number) =>
    promised.reduce((sum, one) => sum + of(one), 0) / promised.length
  const meanWait = mean(({ actual }) => actual)
  return {
    guests: promised.length,
    meanWait,
    error: mean(({ quoted, actual }) => Math.abs(quoted - actual)),
    biasPercent: (100 * mean(({ quoted, actual }) => quoted - actual)) / meanWait,
    coveredPercent: coverageOf(promised),
    coveredFirstPercent: coverageOf(learnt.filter(({ ahead }) => ahead === 0)),
    coveredBehindPercent: coverageOf(learnt.filter(({ ahead }) => ahead > 0)),
    renewed: renewedOf(promised.flatMap(({ renewal }) => renewal ?? [])),
  }
}

function renewedOf(renewals: readonly Renewal[]): Renewed | undefined {
  if (renewals.length === 0) return undefined
  const mean = (of: (one: Renewal) => number) =>
    renewals.reduce((sum, one) => sum + of(one), 0) / renewals.length
  const percentOf = (of: (one: Renewal) => boolean) => 100 * mean((one) => (of(one) ? 1 : 0))
  return {
    rosePercent: percentOf(({ rose }) => rose),
    widenedPercent: percentOf(({ widened }) => widened),
    slippedPercent: percentOf(({ slipped }) => slipped),
    slippedSinceJoiningPercent: percentOf(({ slippedSinceJoining }) => slippedSinceJoining),
    halfWayError: mean(({ halfWay }) => halfWay.error),
    halfWayCoveredPercent: percentOf(({ halfWay }) => halfWay.covered),
  }
}

function coverageOf(promised: readonly QuotedWait[]): number | undefined {
  const bounded = promised.flatMap(({ high, actual }) => (high === undefined ? [] : [actual <= high ? 1 : 0]))
  if (bounded.length === 0) return undefined
  return (100 * bounded.reduce<number>((sum, one) => sum + one, 0)) / bounded.length
}
