import {
  createCursors,
  createGuard,
  createIdTokens,
  type Foundation,
  IdempotencyStore,
  inboxOf,
  prepareEventJobs,
  RetentionStore,
} from '@usher/service-kit'
import type { QueueConfig } from './config.ts'
import { createCommit } from './engine/commit.ts'
import { createGuestCache } from './engine/guest-cache.ts'
import { createQueueReader } from './engine/reader.ts'
import { createStateCache } from './engine/state-cache.ts'
import { createQueueWriter } from './engine/writer.ts'
import { createBookingFeed, createCarriedFeed } from './expected/booking-feed.ts'
import { QUEUE_POLICIES } from './guard-policies.ts'
import { createDuplicateFinder } from './guests/find-duplicate.ts'
import { createGuestSearch } from './guests/guest-search-store.ts'
import { OutcomeStore } from './learning/outcome-store.ts'
import { createLive } from './live/live.ts'
import { BookingFeedStore } from './records/booking-feed-store.ts'
import { createStores } from './records/stores.ts'
import { VisitStore } from './statistics/visit-store.ts'

/** Builds the context and registers the service's collections. */
export async function createContext(foundation: Foundation, config: QueueConfig) {
  const { connection, clock, log } = foundation
  const { publicUrl, secretKeys } = config
  prepareEventJobs(connection)
  const stores = createStores(connection)
  const { guests } = stores
  const cache = createStateCache(stores, clock)
  const guestCache = createGuestCache()
  const loadGuests = (ids: readonly string[]) => guests.byIds(ids)
  const idempotency = new IdempotencyStore(connection, secretKeys)
  const commit = createCommit(connection, stores, idempotency)
  const tokens = createIdTokens(secretKeys, { resource: 'guest', purpose: 'guest tokens' })
  const statusUrl = (guestId: string) => `${publicUrl}/w/${tokens.of(guestId)}`
  const joinUrl = (slug: string) => `${publicUrl}/join/${slug}`
  const reader = createQueueReader(guests, cache, guestCache)
  return {
    ...foundation,
    ...stores,
    cursors: createCursors(secretKeys),
    writer: createQueueWriter({ cache, guestCache, commit, loadGuests, statusUrl, idempotency, log }),
    reader,
    findDuplicate: createDuplicateFinder(guests),
    retentions: new RetentionStore(connection),
    idempotency,
    inbox: inboxOf(connection),
    guestSearch: createGuestSearch(connection),
    outcomes: new OutcomeStore(connection),
    visits: new VisitStore(connection),
    live: createLive(foundation, { clock, reader, cache, guests, joinUrl, statusUrl }),
    /** Tokens of the pages of guests. */
    tokens,
    statusUrl,
    joinUrl,
    guard: await createGuard(connection, QUEUE_POLICIES),
    feed: foundation.testClocks
      ? createCarriedFeed(clock)
      : createBookingFeed(new BookingFeedStore(connection), cache),
  }
}

/** What routes and jobs of the service need. */
export type QueueContext = Awaited<ReturnType<typeof createContext>>
