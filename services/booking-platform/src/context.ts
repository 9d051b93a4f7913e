import {
  type Cursors,
  createCursors,
  createGuard,
  createIdTokens,
  createKeyedMutex,
  type Foundation,
  type Guard,
  IdempotencyStore,
  type IdTokens,
  type Inbox,
  inboxOf,
  type KeyedMutex,
  type Outbox,
  outboxOf,
  prepareEventJobs,
  RetentionStore,
  type SecretKey,
} from '@usher/service-kit'
import { Searches } from './availability/searches.ts'
import type { BookUrl } from './booking-page/booking-page.ts'
import { BookingPageStore } from './booking-page/booking-page-store.ts'
import type { ManageUrl } from './bookings/booking.ts'
import { BookingStore } from './bookings/booking-store.ts'
import { createNetworkHashes, type HashedNetwork, HoldStore } from './bookings/hold-store.ts'
import { CalendarStore } from './calendars/calendar-store.ts'
import type { CategoryRecord, ProductRecord } from './catalog-items/item.ts'
import { createCategoryStore, createProductStore, type ItemStore } from './catalog-items/item-store.ts'
import { createPlaceLinks, type PlaceLinks } from './check-in/place-links.ts'
import { type CodeHashes, createCodeHashes } from './codes/code.ts'
import { CodeStore } from './codes/code-store.ts'
import type { BookingPlatformConfig } from './config.ts'
import { CustomerSessionStore } from './customers/session-store.ts'
import { FreedStore } from './freed/freed-store.ts'
import { BOOKING_POLICIES, type BookingAction } from './guard-policies.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import { ProviderStore } from './providers/provider-store.ts'
import { QueueCopyStore } from './queue-copies/queue-copy-store.ts'
import { DayLockStore } from './scheduling/day-lock-store.ts'
import { Limits } from './scheduling/limits.ts'
import { SeriesStore } from './series/series-store.ts'
import { ServiceTypeStore } from './service-types/service-type-store.ts'
import { HoldWatermark } from './standby/hold-watermark-store.ts'
import type { StatusUrl } from './standby/standby.ts'
import { StandbyStore } from './standby/standby-store.ts'

/** The stores and clients shared by all features of the service. */
export interface BookingPlatformContext extends Foundation {
  readonly cursors: Cursors
  readonly idempotency: IdempotencyStore
  readonly inbox: Inbox
  readonly outbox: Outbox
  readonly serviceTypes: ServiceTypeStore
  readonly providers: ProviderStore
  readonly categories: ItemStore<CategoryRecord>
  readonly products: ItemStore<ProductRecord>
  readonly bookingPages: BookingPageStore
  readonly bookings: BookingStore
  readonly series: SeriesStore
  readonly ledgers: LedgerStore
  readonly calendars: CalendarStore
  readonly holds: HoldStore
  readonly dayLocks: DayLockStore
  readonly limits: Limits
  readonly standbys: StandbyStore
  readonly freed: FreedStore
  readonly holdWatermark: HoldWatermark
  readonly retentions: RetentionStore
  readonly guard: Guard<BookingAction>
  readonly networkHashes: (address: string) => HashedNetwork[]
  readonly codes: CodeStore
  readonly customerSessions: CustomerSessionStore
  readonly codeHashes: CodeHashes
  /** Tokens by which only who asked for a code can use it. */
  readonly codeTokens: IdTokens
  /** Seal codes for the notification service. */
  readonly codeKeys: readonly SecretKey[]
  readonly queueCopies: QueueCopyStore
  /**
   * Serialises bookings with one provider or of one service type in this process: they would conflict in the
   * database.
   */
  readonly takeTurns: KeyedMutex
  /** Turns of searches for free times, and what they may cost. */
  readonly searches: Searches
  /** Tokens of the pages of customers for their bookings. */
  readonly tokens: IdTokens
  /** Tokens of the pages of customers on standby. */
  readonly standbyTokens: IdTokens
  readonly manageUrl: ManageUrl
  readonly statusUrl: StatusUrl
  readonly placeLinks: PlaceLinks
  readonly bookUrl: BookUrl
}

/** Builds the context and registers the service's collections. */
export async function createContext(
  foundation: Foundation,
  { secretKeys, codeKeys, publicUrl }: BookingPlatformConfig,
): Promise<BookingPlatformContext> {
  const { connection, clock } = foundation
  prepareEventJobs(connection)
  const bookings = new BookingStore(connection)
  const holds = new HoldStore(connection)
  const dayLocks = new DayLockStore(connection)
  const tokens = createIdTokens(secretKeys, { resource: 'booking', purpose: 'booking links' })
  const standbyTokens = createIdTokens(secretKeys, { resource: 'standby', purpose: 'standby links' })
  return {
    ...foundation,
    cursors: createCursors(secretKeys),
    idempotency: new IdempotencyStore(connection, secretKeys),
    inbox: inboxOf(connection),
    outbox: outboxOf(connection),
    serviceTypes: new ServiceTypeStore(connection),
    providers: new ProviderStore(connection),
    categories: createCategoryStore(connection),
    products: createProductStore(connection),
    bookingPages: new BookingPageStore(connection),
    bookings,
    series: new SeriesStore(connection),
    ledgers: new LedgerStore(connection),
    calendars: new CalendarStore(connection),
    holds,
    standbys: new StandbyStore(connection),
    freed: new FreedStore(connection),
    holdWatermark: new HoldWatermark(connection),
    retentions: new RetentionStore(connection),
    networkHashes: createNetworkHashes(secretKeys),
    guard: await createGuard(connection, BOOKING_POLICIES),
    codes: new CodeStore(connection),
    customerSessions: new CustomerSessionStore(connection),
    codeHashes: createCodeHashes(secretKeys),
    codeTokens: createIdTokens(secretKeys, { resource: 'bookingCode', purpose: 'booking codes' }),
    codeKeys,
    dayLocks,
    limits: new Limits(dayLocks, { bookings, holds, clock }),
    takeTurns: createKeyedMutex(),
    searches: new Searches(),
    tokens,
    standbyTokens,
    queueCopies: new QueueCopyStore(connection),
    placeLinks: createPlaceLinks(secretKeys),
    bookUrl: (slug) => `${publicUrl}/book/${slug}`,
    manageUrl: (bookingId) => `${publicUrl}/b/${tokens.of(bookingId)}`,
    statusUrl: (standbyId) => `${publicUrl}/standby/${standbyTokens.of(standbyId)}`,
  }
}
