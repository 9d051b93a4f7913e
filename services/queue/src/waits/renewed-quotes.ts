import { MINUTE_MS } from '@usher/service-kit/durations'

/** An estimate in whole minutes. */
interface Range {
  readonly low: number
  readonly high: number
}

/** A second quote, made for a guest in the middle of the line, so that estimates are scored there as well. */
export interface RenewedQuote extends Range {
  /** Id of the guest, and the place at which the quote was made: moving ends it. */
  readonly guest: string
  readonly rank: string
  /** When it was made, in milliseconds since 1970. */
  readonly at: number
}

/** The outcome of a renewed quote. */
export interface RenewedOutcome extends Range {
  /** Minutes that the guest waited from then on. */
  readonly actual: number
}

/** No more are kept, so that the pace stays small. The oldest stay: in a long line they are the first with an outcome. */
export const MAX_RENEWED = 16

/** A shorter remaining wait says little. */
const MIN_MINUTES = 2

/** The outcome of the renewed quote of a guest who is called now; undefined: there is none, or it says little. */
export function outcomeOfRenewed(
  renewed: readonly RenewedQuote[] | undefined,
  { id, rank }: { readonly id: string; readonly rank: string },
  now: number,
): RenewedOutcome | undefined {
  const quote = renewed?.find((one) => one.guest === id && one.rank === rank)
  if (!quote) return undefined
  const actual = (now - quote.at) / MINUTE_MS
  return actual < MIN_MINUTES ? undefined : { low: quote.low, high: quote.high, actual }
}
