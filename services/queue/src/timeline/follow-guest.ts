import { LINE_CLAUSES, type LineClause, type TimelineEntry } from '@usher/contracts'
import { comparePlaces } from '../line/entry.ts'
import type { LedgerChange } from '../records/ledger-record.ts'

/** A guest's position at some point of a ledger; both null outside the line. */
export interface Standing {
  readonly rank: string | null
  readonly position: number | null
  /** Whether the guest was called already. */
  readonly isCalled: boolean
}

export const NOWHERE: Standing = { rank: null, position: null, isCalled: false }

/** Clauses that say no more than that the order of the line was kept. */
const PLAIN: readonly LineClause[] = ['arrival', 'line_order']

/** Whether the rules of the line chose whom to call. */
const isByRules = ({ type, reason }: LedgerChange): boolean =>
  type === 'notified' && LINE_CLAUSES.some((clause) => clause === reason && !PLAIN.includes(clause))

/**
 * The effect of the next ledger change on a guest: the guest's own changes set the position, those of others shift it
 * by one if they cross the guest's place. A call from behind by the rules of the line moves nobody, and is told too.
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
    const isCalled = standing.isCalled || change.type === 'notified'
    return { standing: { rank, position: position_after, isCalled }, entry }
  }
  const { rank, position, isCalled } = standing
  if (rank === null || position === null) return { standing }
  const isAhead = (other: string | null) =>
    other !== null && comparePlaces({ id: change.guest_id, rank: other }, { id: guestId, rank }) < 0
  if (!isCalled && isByRules(change) && !isAhead(change.rank_after)) {
    const passed = { position_before: position, position_after: position, caused_by: change.guest_id }
    return { standing, entry: { ...told, ...passed } }
  }
  const shift = Number(isAhead(change.rank_after)) - Number(isAhead(change.rank_before))
  if (shift === 0) return { standing }
  const position_after = position + shift
  const entry = { ...told, position_before: position, position_after, caused_by: change.guest_id }
  return { standing: { ...standing, position: position_after }, entry }
}
