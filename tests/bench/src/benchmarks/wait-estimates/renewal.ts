import type { Quote } from './method.ts'

/** A quote for a guest at a moment of the wait. */
export interface TimedQuote extends Quote {
  /** Minutes since joining. */
  readonly after: number
  /** Changes of the queue until then that may change a quote: recorded starts and leavings, and announced lanes. */
  readonly events: number
  /** Parties ahead. */
  readonly ahead: number
}

/** How the quotes for a guest changed during the wait. */
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
