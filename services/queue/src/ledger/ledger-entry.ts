import type { CloudEvent, TimelineType } from '@usher/contracts'
import { type GuestRecord, isInLine } from '../guests/guest-record.ts'
import type { QueueState } from '../line/queue-state.ts'
import { type LedgerRecord, ledgerKey } from './ledger-record.ts'

/** A guest and the queue at one moment. */
export interface Situation {
  readonly guest: GuestRecord
  readonly state: QueueState
}

interface Told {
  readonly event: CloudEvent
  readonly reason: string | undefined
  /** Number of the change within the versions that it is committed with. */
  readonly number: number
}

/** The entries of one change of a guest: one in the ledger of the queue, one more in that of a queue left. */
export function ledgerEntries(
  before: Situation | undefined,
  after: Situation,
  { event, reason, number }: Told,
): LedgerRecord[] {
  const isTransfer = before !== undefined && before.guest.queue_id !== after.guest.queue_id
  const common = {
    organization_id: after.guest.organization_id,
    guest_id: after.guest._id,
    type: typeOf(before?.guest, after.guest, event),
    actor: event.actor,
    reason: reason ?? null,
    at: new Date(event.time),
    position_before: before ? positionIn(before) : null,
  }
  const here: LedgerRecord = {
    _id: ledgerKey(after.guest.queue_id, after.state.queue.line_version, number),
    ...common,
    queue_id: after.guest.queue_id,
    rank_before: before && !isTransfer ? rankIn(before) : null,
    rank_after: rankIn(after),
    position_after: positionIn(after),
  }
  if (!isTransfer) return [here]
  const { queue_id } = before.guest
  const left: LedgerRecord = {
    _id: ledgerKey(queue_id, before.state.queue.line_version, number),
    ...common,
    queue_id,
    rank_before: rankIn(before),
    rank_after: null,
    position_after: null,
  }
  return [left, here]
}

const rankIn = ({ guest }: Situation): string | null => (isInLine(guest.status) ? guest.rank : null)

function positionIn({ guest, state }: Situation): number | null {
  const index = isInLine(guest.status) ? state.line.indexOf({ id: guest._id, rank: guest.rank }) : undefined
  return index === undefined ? null : index + 1
}

const BY_EVENT: Readonly<Record<string, TimelineType>> = {
  'guest.added': 'added',
  'guest.notified': 'notified',
  'guest.seated': 'seated',
  'guest.removed': 'removed',
  'guest.no_show': 'no_show',
}

function typeOf(before: GuestRecord | undefined, after: GuestRecord, { type }: CloudEvent): TimelineType {
  const told = BY_EVENT[type]
  if (told) return told
  if (before && !isInLine(before.status)) return 'undone'
  if (before && before.queue_id !== after.queue_id) return 'transferred'
  return before && before.rank !== after.rank ? 'moved' : 'updated'
}
