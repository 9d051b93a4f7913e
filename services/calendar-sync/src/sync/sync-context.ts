import type { Clock, Foundation, Outbox } from '@usher/service-kit'
import type { Connection } from 'mongoose'
import { type CalendarSyncConfig, DEFAULT_GOOGLE_API_URL } from '../config.ts'
import type { ConnectionStore } from '../connections/connection-store.ts'
import type { Google } from '../google/google.ts'
import type { Owner } from '../google/tokens.ts'
import type { ProviderStore } from '../providers/provider-store.ts'
import { BookingStore } from './records/booking-store.ts'
import type { BusySequenceStore } from './records/busy-sequence-store.ts'
import { BusyStore } from './records/busy-store.ts'
import { CalendarStore } from './records/calendar-store.ts'
import { ConflictStore } from './records/conflict-store.ts'
import { LinkStore } from './records/link-store.ts'

/** Stores and settings of two-way sync. */
export interface SyncStores {
  /** Lifetime of a claim on a calendar, in ms. */
  readonly claimMs: number
  /** Calendars that this process syncs concurrently. */
  readonly calendarsAtOnce: number
  /** Identifies this deployment in the events it writes. */
  readonly env: string
  /** URL for push notifications; null: Google cannot reach us, so calendars are only polled. */
  readonly callbackUrl: string | null
  readonly bookings: BookingStore
  readonly calendars: CalendarStore
  readonly links: LinkStore
  readonly busy: BusyStore
  readonly conflicts: ConflictStore
}

/** What two-way sync needs. */
export interface SyncContext extends SyncStores, Pick<Foundation, 'connection' | 'failures' | 'log'> {
  readonly config: CalendarSyncConfig
  readonly clock: Clock
  readonly outbox: Outbox
  readonly connections: ConnectionStore
  readonly providers: ProviderStore
  readonly busySequences: BusySequenceStore
  /** Google, for the account of a connection. */
  readonly googleOf: (owner: Owner) => Google
}

export function createSyncStores(
  connection: Connection,
  config: CalendarSyncConfig,
  bounds: Pick<SyncStores, 'calendarsAtOnce' | 'claimMs'>,
): SyncStores {
  const { publicUrl: env } = config
  return {
    ...bounds,
    env,
    callbackUrl: isReachable(config) ? `${env}/callbacks/google-calendar` : null,
    bookings: new BookingStore(connection),
    calendars: new CalendarStore(connection),
    links: new LinkStore(connection, env),
    busy: new BusyStore(connection),
    conflicts: new ConflictStore(connection),
  }
}

/** Google pushes only to HTTPS URLs with a valid certificate ("Push notifications"). */
const isReachable = ({ publicUrl, google }: CalendarSyncConfig): boolean =>
  publicUrl.startsWith('https:') || (google !== null && google.apiUrl !== DEFAULT_GOOGLE_API_URL)
