import type { Quote } from './method.ts'
import type { QuotedWait } from './simulate.ts'

export interface TimedQuote extends Quote {
  readonly after: number
  /** Changes of the queue until then that may change a quote: recorded starts and leavings, and announced lanes. */
  readonly events: number
  readonly ahead: number
}

export interface Renewal {
  /** Whether the quote or its upper bound rose although nothing had happened. */
  readonly rose: boolean
  /** Whether the turn was put off beyond the earliest time quoted before. */
  readonly slipped: boolean
  /**
   * The renewed quote nearest to half of the wait: its error in minutes, and whether the rest was within its upper bound.
   * undefined: the guest was taken before any.
   */
  readonly halfWay: { readonly error: number; readonly covered: boolean } | undefined
}

/** Minutes by which a turn may be put off without counting. */
const SLIP_MINUTES = 5

/** @param quotes the quote at joining, and the renewed ones */
export function renewalOf(quotes: readonly TimedQuote[], actual: number): Renewal {
  let [rose, slipped, earliest] = [false, false, Number.POSITIVE_INFINITY]
  for (const [i, quote] of quotes.entries()) {
    const readyAt = quote.after + quote.quoted
    if (readyAt > earliest + SLIP_MINUTES) slipped = true
    earliest = Math.min(earliest, readyAt)
    const last = quotes[i - 1] ?? quote
    const isQuiet = last.events === quote.events && quote.ahead <= last.ahead
    if (isQuiet && (quote.quoted > last.quoted || upperOf(quote) > upperOf(last))) rose = true
  }
  return { rose, slipped, halfWay: halfWayOf(quotes.slice(1), actual) }
}

const upperOf = ({ quoted, high }: TimedQuote): number => high ?? quoted

function halfWayOf(renewed: readonly TimedQuote[], actual: number): Renewal['halfWay'] {
  const distance = ({ after }: TimedQuote) => Math.abs(after - actual / 2)
  const [nearest] = renewed.toSorted((a, b) => distance(a) - distance(b))
  if (!nearest) return undefined
  const rest = actual - nearest.after
  return { error: Math.abs(nearest.quoted - rest), covered: rest <= upperOf(nearest) }
}

export type Accuracy = ReturnType<typeof accuracyOf>

/** Until so many parties have joined, there is too little to learn from. */
const LEARNING_PARTIES = 100

/** How accurate quotes were, in minutes and per cent. A figure is NaN where there is nothing to measure. */
export function accuracyOf(waits: readonly QuotedWait[]) {
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
    /** Total overestimate, of the total wait. */
    biasPercent: (100 * mean(waits, ({ quoted, actual }) => quoted - actual)) / meanWait,
    /** Guests who waited no longer than the upper bound: all, and with nobody or somebody ahead. */
    coveredPercent: coverage(bounded),
    coveredFirstPercent: coverage(learnt.filter(({ ahead }) => ahead === 0)),
    coveredBehindPercent: coverage(learnt.filter(({ ahead }) => ahead > 0)),
    /** Of all guests whose quotes are renewed; half-way through the wait, of those asked again. */
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
