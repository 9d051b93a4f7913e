import type { TimelineEntry } from '@usher/contracts'
import { comparePlaces } from '../line/entry.ts'
import type { LedgerChange } from '../records/ledger-record.ts'

/** A guest's position at some point of a ledger; both null outside the line. */
export interface Standing {
  readonly rank: string | null
  readonly position: number | null
}

export const NOWHERE: Standing = { rank: null, position: null }

/**
 * The effect of the next ledger change on a guest: the guest's own changes set the position, those of others shift it
 * by one if they cross the guest's place.
 *
 * @returns the new position, and the timeline entry, if any
 */
export function followGuest(
  guestId: string,
  standing: Standing,
  change: LedgerChange,
): { standing: Standing; entry?: TimelineEntry } {
  const told = {
    at: change.at.toISOString(),
    actor: change.actor,
    type: change.type,
    reason: change.reason,
  }
  if (change.guest_id === guestId) {
    const { rank_after: rank, position_before, position_after } = change
    // A transfer is shown in the queue the guest moved to.
    if (change.type === 'transferred' && rank === null) return { standing: NOWHERE }
    const entry = { ...told, position_before, position_after, caused_by: null }
    return { standing: { rank, position: position_after }, entry }
  }
  const { rank, position } = standing
  if (rank === null || position === null) return { standing }
  const isAhead = (other: string | null) =>
    other !== null && comparePlaces({ id: change.guest_id, rank: other }, { id: guestId, rank }) < 0
  const shift = Number(isAhead(change.rank_after)) - Number(isAhead(change.rank_before))
  if (shift === 0) return { standing }
  const position_after = position + shift
  const entry = { ...told, position_before: position, position_after, caused_by: change.guest_id }
  return { standing: { rank, position: position_after }, entry }
}
