import type { Clock } from '@usher/service-kit'
import type { StateCache } from '../engine/state-cache.ts'
import type { BookingFeedStore } from '../records/booking-feed-store.ts'

/** A heartbeat comes every 10 s. After this long without one, events of bookings may be missing, in ms. */
const STALE_AFTER_MS = 30_000

export interface BookingFeed {
  /** Up to when the events of bookings are known; null: nothing was heard yet. */
  asOf(): Promise<Date | null>
  /** Whether events of bookings may be missing that matter to a queue. */
  isStaleFor(queueId: string, now: Date): Promise<boolean>
  heard(asOf: Date): Promise<void>
}

export const isStale = (asOf: Date | null, now: Date): boolean =>
  asOf === null || now.getTime() - asOf.getTime() > STALE_AFTER_MS

/** Asks nothing for queues that expect no bookings. */
export const createBookingFeed = (store: BookingFeedStore, cache: StateCache): BookingFeed => ({
  asOf: () => store.asOf(),
  async isStaleFor(queueId, now) {
    const known = cache.peek(queueId)
    if (known && !known.queue.bookings) return false
    return isStale(await store.asOf(), now)
  },
  heard: (asOf) => store.heard(asOf),
})

/** For test clocks, whose time stands still until all events are handled. */
export const createCarriedFeed = (clock: Clock): BookingFeed => ({
  asOf: async () => clock.now(),
  isStaleFor: async () => false,
  heard: async () => {},
})
