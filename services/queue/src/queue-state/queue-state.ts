import type { CloudEvent, FieldChanges } from '@usher/contracts'
import type { Line } from '../line/line.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Pace } from '../waits/pace.ts'

/** A queue with its line and pace, as of `queue.line_version`. */
export interface QueueState {
  readonly queue: QueueRecord
  readonly line: Line
  /** Service history, for estimating waits. */
  readonly pace: Pace
}

/** The effect of a decision: the new state, the guest concerned, and its events. */
export interface Change {
  readonly state: QueueState
  readonly guest?: GuestRecord
  /** Empty if the decision changes nothing. */
  readonly events: readonly CloudEvent[]
  /** For the audit trail: fields before and after. */
  readonly changes?: FieldChanges
  /** The reason given by whoever decided; stored in the ledger. */
  readonly reason?: string | undefined
  /** Whether it is left out of the guest's timeline. */
  readonly isUnlisted?: boolean
  /** Changes that precede this one in the same commit: of further guests, or of another queue. */
  readonly steps?: readonly Change[]
}

/** A change of a guest. */
export type GuestChange = Change & { readonly guest: GuestRecord }
