import {
  type Cursors,
  createCursors,
  createGuard,
  createIdTokens,
  type Foundation,
  type Guard,
  IdempotencyStore,
  type IdTokens,
  type Inbox,
  inboxOf,
  prepareEventJobs,
  RetentionStore,
} from '@usher/service-kit'
import type { QueueConfig } from './config.ts'
import { createCommit } from './engine/commit.ts'
import { createGuestCache } from './engine/guest-cache.ts'
import { createQueueReader, type QueueReader } from './engine/reader.ts'
import { createStateCache } from './engine/state-cache.ts'
import { createQueueWriter, type QueueWriter } from './engine/writer.ts'
import { type BookingFeed, createBookingFeed, createCarriedFeed } from './expected/booking-feed.ts'
import { QUEUE_POLICIES, type QueueAction } from './guard-policies.ts'
import { createDuplicateFinder, type FindDuplicate } from './guests/find-duplicate.ts'
import { createGuestSearch, type GuestSearch } from './guests/guest-search-store.ts'
import { OutcomeStore } from './learning/outcome-store.ts'
import { createLive, type Live } from './live/live.ts'
import type { StatusUrl } from './queue-state/guest-change.ts'
import type { JoinUrl } from './queues/queue-view.ts'
import { BookingFeedStore } from './records/booking-feed-store.ts'
import { createStores, type Stores } from './records/stores.ts'
import { VisitStore } from './statistics/visit-store.ts'

/** What routes and jobs of the service need. */
export interface QueueContext extends Foundation, Stores {
  readonly cursors: Cursors
  readonly writer: QueueWriter
  readonly reader: QueueReader
  readonly guestSearch: GuestSearch
  readonly visits: VisitStore
  readonly findDuplicate: FindDuplicate
  readonly feed: BookingFeed
  readonly outcomes: OutcomeStore
  readonly retentions: RetentionStore
  readonly idempotency: IdempotencyStore
  readonly inbox: Inbox
  /** Tokens of the pages of guests. */
  readonly tokens: IdTokens
  readonly guard: Guard<QueueAction>
  readonly statusUrl: StatusUrl
  readonly joinUrl: JoinUrl
  readonly live: Live
}

/** Builds the context and registers the service's collections. */
export async function createContext(foundation: Foundation, config: QueueConfig): Promise<QueueContext> {
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
    tokens,
    statusUrl,
    joinUrl,
    guard: await createGuard(connection, QUEUE_POLICIES),
    feed: foundation.testClocks
      ? createCarriedFeed(clock)
      : createBookingFeed(new BookingFeedStore(connection), cache),
  }
}
