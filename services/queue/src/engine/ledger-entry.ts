import { type CloudEvent, guestUpdated, type TimelineType } from '@usher/contracts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { LedgerChange } from '../records/ledger-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'

/** A guest and the queue at one moment. */
export interface GuestInQueue {
  readonly guest: GuestRecord
  readonly state: QueueState
}

interface LedgerReason {
  readonly event: CloudEvent
  readonly reason: string | undefined
}

/** A change for the ledger of a queue, with the queue at that time. */
export interface LedgerEntry {
  readonly queue: QueueRecord
  readonly change: LedgerChange
}

/** The ledger entries of one change of a guest: one for its queue, one more for the queue it was transferred out of. */
export function ledgerEntries(
  before: GuestInQueue | undefined,
  after: GuestInQueue,
  { event, reason }: LedgerReason,
): LedgerEntry[] {
  const isTransfer = before !== undefined && before.guest.queue_id !== after.guest.queue_id
  const common = {
    guest_id: after.guest._id,
    type: typeOf(before?.guest, after.guest, event),
    actor: event.actor,
    reason: reason ?? null,
    at: new Date(event.time),
    position_before: before ? positionIn(before) : null,
  }
  const here: LedgerChange = {
    ...common,
    rank_before: before && !isTransfer ? rankIn(before) : null,
    rank_after: rankIn(after),
    position_after: positionIn(after),
  }
  const entered = { queue: after.state.queue, change: here }
  if (!isTransfer) return [entered]
  const left: LedgerChange = {
    ...common,
    rank_before: rankIn(before),
    rank_after: null,
    position_after: null,
  }
  return [{ queue: before.state.queue, change: left }, entered]
}

const rankIn = ({ guest }: GuestInQueue): string | null => (isInLine(guest.status) ? guest.rank : null)

function positionIn({ guest, state }: GuestInQueue): number | null {
  const index = isInLine(guest.status) ? state.line.indexOf({ id: guest._id, rank: guest.rank }) : undefined
  return index === undefined ? null : index + 1
}

function typeOf(before: GuestRecord | undefined, after: GuestRecord, { type }: CloudEvent): TimelineType {
  if (!before) return 'added'
  if (type !== guestUpdated.type && after.status !== 'waiting') return after.status
  if (!isInLine(before.status)) return 'undone'
  if (before.queue_id !== after.queue_id) return 'transferred'
  return before.rank !== after.rank ? 'moved' : 'updated'
}
