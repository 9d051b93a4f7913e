import {
  createCursors,
  createGuard,
  createIdTokens,
  createKeyedMutex,
  type Foundation,
  IdempotencyStore,
  inboxOf,
  outboxOf,
  prepareEventJobs,
  RetentionStore,
} from '@usher/service-kit'
import { Searches } from './availability/searches.ts'
import { BookingPageStore } from './booking-page/booking-page-store.ts'
import { BookingStore } from './bookings/booking-store.ts'
import { createNetworkHashes, HoldStore } from './bookings/hold-store.ts'
import { CalendarStore } from './calendars/calendar-store.ts'
import { createCategoryStore, createProductStore } from './catalog-items/item-store.ts'
import { createPlaceLinks } from './check-in/place-links.ts'
import { createCodeHashes } from './codes/code.ts'
import { CodeStore } from './codes/code-store.ts'
import type { BookingPlatformConfig } from './config.ts'
import { CustomerSessionStore } from './customers/session-store.ts'
import { FreedStore } from './freed/freed-store.ts'
import { BOOKING_POLICIES } from './guard-policies.ts'
import { LedgerStore } from './ledger/ledger-store.ts'
import { ProviderStore } from './providers/provider-store.ts'
import { QueueCopyStore } from './queue-copies/queue-copy-store.ts'
import { QuietHoursStore } from './quiet-hours/quiet-hours-store.ts'
import { DayLockStore } from './scheduling/day-lock-store.ts'
import { Limits } from './scheduling/limits.ts'
import { SeriesStore } from './series/series-store.ts'
import { ServiceTypeStore } from './service-types/service-type-store.ts'
import { HoldWatermark } from './standby/hold-watermark-store.ts'
import { StandbyStore } from './standby/standby-store.ts'

/** Builds the context and registers the service's collections. */
export async function createContext(
  foundation: Foundation,
  { secretKeys, codeKeys, publicUrl }: BookingPlatformConfig,
) {
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
    /** Tokens by which only who asked for a code can use it. */
    codeTokens: createIdTokens(secretKeys, { resource: 'bookingCode', purpose: 'booking codes' }),
    /** Seal codes for the notification service. */
    codeKeys,
    dayLocks,
    limits: new Limits(dayLocks, { bookings, holds, clock }),
    /**
     * Serialises bookings with one provider or of one service type in this process: they would conflict in the
     * database.
     */
    takeTurns: createKeyedMutex(),
    /** Turns of searches for free times, and what they may cost. */
    searches: new Searches(),
    /** Tokens of the pages of customers for their bookings. */
    tokens,
    /** Tokens of the pages of customers on standby. */
    standbyTokens,
    quietHours: new QuietHoursStore(connection),
    queueCopies: new QueueCopyStore(connection),
    placeLinks: createPlaceLinks(secretKeys),
    bookUrl: (slug: string) => `${publicUrl}/book/${slug}`,
    manageUrl: (bookingId: string) => `${publicUrl}/b/${tokens.of(bookingId)}`,
    statusUrl: (standbyId: string) => `${publicUrl}/standby/${standbyTokens.of(standbyId)}`,
  }
}

/** The stores and clients shared by all features of the service. */
export type BookingPlatformContext = Awaited<ReturnType<typeof createContext>>
