import type { TimelineEntry } from '@usher/contracts'
import type { Access } from '../access.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { LedgerStore, Recorded } from '../records/ledger-store.ts'
import { followGuest, NOWHERE } from './follow-guest.ts'

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
