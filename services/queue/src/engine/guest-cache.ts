import { LRUCache } from 'lru-cache'
import type { QueueState } from '../queue-state/queue-state.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'

/** Guests to cache: about 2 kB each. */
const MAX_GUESTS = 10_000

export interface GuestCache {
  /** The guest as last seen. Check with {@link isCurrent} whether it has changed since. */
  peek(id: string): GuestRecord | undefined
  /** Caches guests who are in line and drops the others: the line has no version of those. */
  keep(guests: readonly GuestRecord[]): void
}

/** Caches guests in line. Reading the queue is enough to tell whether a cached guest is current. */
export function createGuestCache(): GuestCache {
  const records = new LRUCache<string, GuestRecord>({ max: MAX_GUESTS })
  return {
    peek: (id) => records.get(id),
    keep(guests) {
      for (const guest of guests) {
        if (isInLine(guest.status)) records.set(guest._id, guest)
        else records.delete(guest._id)
      }
    },
  }
}

/**
 * Whether a guest is in the line and has not changed since it was cached. Every change of a guest in line raises the version
 * of its queue; the line keeps that version for each guest.
 */
export const isCurrent = (guest: GuestRecord, { queue, line }: QueueState): boolean =>
  guest.queue_id === queue._id &&
  line.find({ id: guest._id, rank: guest.rank })?.version === guest.line_version
