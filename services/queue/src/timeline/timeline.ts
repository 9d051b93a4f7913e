import { LINE_CLAUSES, type LineClause, type TimelineEntry } from '@usher/contracts'
import type { Access } from '../access.ts'
import { comparePlaces } from '../line/entry.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { LedgerChange } from '../records/ledger-record.ts'
import type { LedgerStore, Recorded } from '../records/ledger-store.ts'

/** Changes of a queue read per page. */
const MAX_CHANGES = 5_000

/** A timeline entry, and the position in the ledgers after it. */
interface FoundEntry {
  readonly entry: TimelineEntry
  readonly place: string[]
}

interface Page {
  /** Position of the last entry of the page before. */
  readonly after: readonly string[] | undefined
  /** Largest number of entries. */
  readonly limit: number
}

/**
 * What happened to a guest and to the guest's place, oldest first, from the ledgers of the queues the guest was in,
 * as far as the caller may see them.
 *
 * @returns with `next` if the page ends early because it read too many changes
 */
export async function readTimeline(
  ledger: LedgerStore,
  guest: GuestRecord,
  access: Access,
  { after = [], limit }: Page,
): Promise<{ found: FoundEntry[]; next?: string[] }> {
  const [stay = '0', key = '', rank, position, called] = after
  let standing =
    rank && position ? { rank, position: Number(position), isCalled: called === 'called' } : NOWHERE
  const found: FoundEntry[] = []
  let seen = 0
  for await (const { index, key: at, change } of changesOf(ledger, guest, access, Number(stay), key)) {
    const followed = followGuest(guest._id, standing, change)
    standing = followed.standing
    const { rank, position, isCalled } = standing
    const place = [String(index), at, rank ?? '', String(position ?? ''), isCalled ? 'called' : '']
    if (followed.entry) found.push({ entry: followed.entry, place })
    if (found.length === limit) break
    seen += 1
    if (seen === MAX_CHANGES) return { found, next: place }
  }
  return { found }
}

/** The changes of a guest's queues during the guest's stays. */
async function* changesOf(
  ledger: LedgerStore,
  guest: GuestRecord,
  access: Access,
  from: number,
  behind: string,
): AsyncGenerator<Recorded & { index: number }> {
  const { queue_id, since_version: since } = guest
  const present = { queue_id, since, ...(!isInLine(guest.status) && { until: guest.line_version }) }
  const stays = [...(guest.former_stays ?? []), present]
  for (const [index, stay] of stays.entries()) {
    const isOpen = access.queue_ids?.includes(stay.queue_id) ?? true
    if (index < from || !isOpen) continue
    const changes = ledger.changes(stay, index === from ? behind : '')
    for await (const recorded of changes) yield { ...recorded, index }
  }
}

/** A guest's position at some point of a ledger; both null outside the line. */
interface Standing {
  readonly rank: string | null
  readonly position: number | null
  /** Whether the guest was called already. */
  readonly isCalled: boolean
}

const NOWHERE: Standing = { rank: null, position: null, isCalled: false }

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
function followGuest(
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
