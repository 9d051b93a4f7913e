import type { QuotedWait } from './simulate.ts'

/** How accurate quotes were. A figure is NaN where there is nothing to measure. */
export interface Accuracy {
  readonly guests: number
  /** Minutes. */
  readonly meanWait: number
  /** Mean absolute error, in minutes. */
  readonly error: number
  /** Total overestimate in per cent of the total wait. */
  readonly biasPercent: number
  /** Share of guests who waited no longer than the upper bound. */
  readonly coveredPercent: number
  /** The same of guests with nobody ahead, and with somebody ahead, once a hundred parties were there to learn from. */
  readonly coveredFirstPercent: number
  readonly coveredBehindPercent: number
  /** How quotes changed while guests waited: shares of all guests whose quotes are renewed. */
  readonly rosePercent: number
  readonly slippedPercent: number
  /** Half-way through the wait: the error in minutes, and the share of those asked again. */
  readonly halfWayError: number
  readonly halfWayCoveredPercent: number
}

const LEARNING_PARTIES = 100

export function accuracyOf(waits: readonly QuotedWait[]): Accuracy {
  const meanWait = mean(waits, ({ actual }) => actual)
  const bounded = waits.filter(({ high }) => high !== undefined)
  const learnt = bounded.filter(({ joinedBefore }) => joinedBefore >= LEARNING_PARTIES)
  const coverage = (some: readonly QuotedWait[]) => percent(some, ({ actual, high = 0 }) => actual <= high)
  const renewals = waits.flatMap(({ renewal }) => renewal ?? [])
  const halfWays = renewals.flatMap(({ halfWay }) => halfWay ?? [])
  return {
    guests: waits.length,
    meanWait,
    error: mean(waits, ({ quoted, actual }) => Math.abs(quoted - actual)),
    biasPercent: (100 * mean(waits, ({ quoted, actual }) => quoted - actual)) / meanWait,
    coveredPercent: coverage(bounded),
    coveredFirstPercent: coverage(learnt.filter(({ ahead }) => ahead === 0)),
    coveredBehindPercent: coverage(learnt.filter(({ ahead }) => ahead > 0)),
    rosePercent: percent(renewals, ({ rose }) => rose),
    slippedPercent: percent(renewals, ({ slipped }) => slipped),
    halfWayError: mean(halfWays, ({ error }) => error),
    halfWayCoveredPercent: percent(halfWays, ({ covered }) => covered),
  }
}

const mean = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0) / all.length

const percent = <One>(all: readonly One[], holds: (one: One) => boolean): number =>
  mean(all, (one) => (holds(one) ? 100 : 0))
