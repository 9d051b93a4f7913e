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

/** Shares of all guests, in per cent; half-way through the wait the error in minutes, and the share of those asked again. */
interface Renewed {
  readonly rosePercent: number
  readonly slippedPercent: number
  readonly halfWayError?: number
  readonly halfWayCoveredPercent?: number
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
  const percentOf = (of: (one: Renewal) => boolean) => shareOf(renewals.map(of))
  const halfWays = renewals.flatMap(({ halfWay }) => halfWay ?? [])
  return {
    rosePercent: percentOf(({ rose }) => rose),
    slippedPercent: percentOf(({ slipped }) => slipped),
    ...(halfWays.length > 0 && {
      halfWayError: halfWays.reduce((sum, { error }) => sum + error, 0) / halfWays.length,
      halfWayCoveredPercent: shareOf(halfWays.map(({ covered }) => covered)),
    }),
  }
}

function coverageOf(promised: readonly QuotedWait[]): number | undefined {
  const bounded = promised.flatMap(({ high, actual }) => (high === undefined ? [] : [actual <= high]))
  return bounded.length === 0 ? undefined : shareOf(bounded)
}

/** In per cent. */
const shareOf = (all: readonly boolean[]): number => (100 * all.filter((one) => one).length) / all.length
