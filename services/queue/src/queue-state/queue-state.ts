import type { CloudEvent, FieldChanges } from '@usher/contracts'
import type { Line } from '../line/line.ts'
import type { ExpectedBooking } from '../records/expected-record.ts'
import type { Arrival } from '../records/expected-store.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import type { Pace } from '../waits/pace.ts'

/** A queue with its line and pace, as of `queue.line_version`. */
export interface QueueState {
  readonly queue: QueueRecord
  readonly line: Line
  /** Service history, for estimating waits. */
  readonly pace: Pace
  /** Absent: the queue expects no bookings, or they are to be read again. */
  readonly expected?: Expected | undefined
}

/** The bookings that a queue expects, by start. */
export interface Expected {
  readonly bookings: readonly ExpectedBooking[]
  /** The service types that they are of. */
  readonly serviceTypeIds: readonly string[]
  /** Those that begin before this time are known. */
  readonly until: number
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
  /** The booking whose customer the guest is, who arrives by this change. */
  readonly arrival?: Arrival
  /** Changes that precede this one in the same commit: of further guests, or of another queue. */
  readonly steps?: readonly Change[]
}

/** A change of a guest. */
export type GuestChange = Change & { readonly guest: GuestRecord }
