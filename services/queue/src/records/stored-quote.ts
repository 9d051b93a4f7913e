import type { Estimate } from '../waits/estimate.ts'
import type { RenewedOutcome } from '../waits/renewed-quotes.ts'

/** The wait a guest was quoted, and its outcome. */
export interface StoredQuote extends Estimate {
  /** served: notified, or seated without; abandoned: left before. null: still waiting. */
  readonly outcome: 'served' | 'abandoned' | null
  /** Minutes waited until then. */
  readonly actual: number | null
  readonly settled_at: Date | null
  /** The queue's servers and the guest's place at the time; absent in quotes stored in the old format. */
  readonly servers?: number
  readonly rank?: string
  /** The line closed before the guest was called, so that nothing is learnt from the outcome; absent: it did not. */
  readonly left_over?: boolean
  /** Minutes by which the start was probably entered late; absent: it was not. */
  readonly late?: number
  /** Outcome of a second quote, made in the middle of the line; absent: there was none. */
  readonly renewed?: RenewedOutcome
}
