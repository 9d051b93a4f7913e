import type { CloudEvent, FieldChanges } from '@usher/contracts'
import type { Line } from '../line/line.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Pace } from '../waits/pace.ts'

/** A queue with its line and pace, as of `queue.line_version`. */
export interface QueueState {
  readonly queue: QueueRecord
  readonly line: Line
  /** What happened in it, for estimating waits. */
  readonly pace: Pace
}

/** What a decision changes: the state after it, the guest it concerns, the events that tell of it. */
export interface Change {
  readonly state: QueueState
  readonly guest?: GuestRecord
  /** Empty where the decision changes nothing. */
  readonly events: readonly CloudEvent[]
  /** For the audit trail: fields before and after. */
  readonly changes?: FieldChanges
  /** Why, in the words of who decided; kept in the ledger. */
  readonly reason?: string | undefined
  /** Changes that come before this one in the same commit: of further guests, or of another queue. */
  readonly steps?: readonly Change[]
}

/** A change of a guest. */
export type GuestChange = Change & { readonly guest: GuestRecord }
