import { setTimeout as delay } from 'node:timers/promises'
import {
  type Cursors,
  createCursors,
  type Foundation,
  IdempotencyStore,
  type Inbox,
  inboxOf,
  type Outbox,
  outboxOf,
  prepareEventJobs,
} from '@usher/service-kit'
import type { CalendarSyncConfig } from './config.ts'
import { ConfirmationStore } from './connecting/confirmation-store.ts'
import { FlowStore } from './connecting/flow-store.ts'
import { AccessTokens } from './connections/access-tokens.ts'
import type { ConnectionRecord } from './connections/connection.ts'
import { ConnectionStore } from './connections/connection-store.ts'
import { noteNeedsReauth } from './connections/needs-reauth.ts'
import { createGoogleOf, type Google } from './google/google.ts'
import { createGoogleOAuth, type GoogleOAuth } from './google/oauth.ts'
import { notConfigured } from './google/problem.ts'
import type { Pause } from './google/retry.ts'
import type { Owner } from './google/tokens.ts'
import { OrganizationStore } from './organizations/organization-store.ts'
import { ProviderStore } from './providers/provider-store.ts'
import { RevocationStore } from './revocations/revocation-store.ts'
import { CLAIM_MS } from './sync/cycle.ts'
import { BusySequenceStore } from './sync/records/busy-sequence-store.ts'
import { createSyncStores, type SyncStores } from './sync/sync-context.ts'
import type { SyncCounts } from './sync-on-demand/sync.ts'
import { SyncStore } from './sync-on-demand/sync-store.ts'
import { SyncStreams } from './sync-on-demand/sync-streams.ts'

/** The stores, and what publishes their changes. */
export interface Stores extends Foundation, SyncStores {
  readonly config: CalendarSyncConfig & Replaceable
  /** Waits before a retry, as Google asks. */
  readonly pause: Pause
  readonly cursors: Cursors
  readonly idempotency: IdempotencyStore
  readonly inbox: Inbox
  readonly outbox: Outbox
  readonly connections: ConnectionStore
  readonly flows: FlowStore
  readonly confirmations: ConfirmationStore
  readonly revocations: RevocationStore
  readonly providers: ProviderStore
  readonly organizations: OrganizationStore
  readonly busySequences: BusySequenceStore
  readonly syncs: SyncStore
  readonly syncStreams: SyncStreams
}

/** What the features of the service need. */
export interface CalendarSyncContext extends Stores {
  /** null: no Google client is configured. */
  readonly oauth: GoogleOAuth | null
  /** The Calendar API for a connection. @throws ProblemError `calendar_not_configured` */
  readonly googleOf: (connection: Owner) => Google
}

/** Reconciles a connection with the bookings of its provider, both ways. */
export type RunSync = (
  ctx: CalendarSyncContext,
  connection: ConnectionRecord,
  onProgress: (counts: SyncCounts) => Promise<void>,
) => Promise<SyncCounts>

/** What tests replace. */
export interface Replaceable {
  readonly pause?: Pause
  /** Runs a sync on demand. */
  readonly runSync?: RunSync
  /** Calendars synced concurrently; 0: none, for tests that want Google to themselves. */
  readonly calendarsAtOnce?: number
  /** Lifetime of a claim on a calendar, in ms; renewed during the work. */
  readonly claimMs?: number
}

/** Calendars that one process syncs concurrently. */
const CALENDARS_AT_ONCE = 5

/** Builds the context and registers the service's collections. */
export function createContext(
  foundation: Foundation,
  config: CalendarSyncConfig & Replaceable,
): CalendarSyncContext {
  const stores = createStores(foundation, config)
  const { clock } = foundation
  const { google, publicUrl } = config
  if (!google) {
    const googleOf = () => {
      throw notConfigured()
    }
    return { ...stores, oauth: null, googleOf }
  }
  const oauth = createGoogleOAuth(google, `${publicUrl}/api/google-calendar/callback`, clock)
  const tokens = new AccessTokens({
    clock,
    pause: stores.pause,
    keys: config.secretKeys,
    oauth,
    connections: stores.connections,
    onRefused: (record) => noteNeedsReauth(stores, record),
  })
  return {
    ...stores,
    oauth,
    googleOf: createGoogleOf({ clock, pause: stores.pause, apiUrl: google.apiUrl, tokens }),
  }
}

function createStores(foundation: Foundation, config: CalendarSyncConfig & Replaceable): Stores {
  const { connection } = foundation
  const { pause = (ms) => delay(ms), calendarsAtOnce = CALENDARS_AT_ONCE, claimMs = CLAIM_MS } = config
  prepareEventJobs(connection)
  const syncs = new SyncStore(connection)
  return {
    ...foundation,
    pause,
    ...createSyncStores(connection, config, { calendarsAtOnce, claimMs }),
    config,
    cursors: createCursors(config.secretKeys),
    idempotency: new IdempotencyStore(connection, config.secretKeys),
    inbox: inboxOf(connection),
    outbox: outboxOf(connection),
    connections: new ConnectionStore(connection),
    flows: new FlowStore(connection),
    confirmations: new ConfirmationStore(connection),
    revocations: new RevocationStore(connection),
    providers: new ProviderStore(connection),
    organizations: new OrganizationStore(connection),
    busySequences: new BusySequenceStore(connection),
    syncs,
    syncStreams: new SyncStreams(syncs, foundation),
  }
}
