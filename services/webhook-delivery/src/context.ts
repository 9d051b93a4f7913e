import { API_VERSIONS, type ApiVersions } from '@usher/contracts'
import {
  createAddressGuard,
  createCursors,
  createRefusalOf,
  createResolve,
  type Foundation,
  IdempotencyStore,
  outboxOf,
  outside,
  prepareEventJobs,
  type Resolve,
} from '@usher/service-kit'
import type { WebhookDeliveryConfig } from './config.ts'
import { EndpointStore } from './endpoints/endpoint-store.ts'
import { createUrlRules } from './endpoints/endpoint-url.ts'
import { EventFollowers } from './event-stream/event-followers.ts'
import { EventRecorder } from './event-stream/event-recorder.ts'
import { FollowedStore } from './event-stream/followed-store.ts'
import { StreamedEventStore } from './event-stream/streamed-event-store.ts'
import { DeliveryLog } from './log/delivery-log-store.ts'
import { DeliveryStore } from './log/delivery-store.ts'
import { DueStore } from './log/due-store.ts'
import { PersonStore } from './log/person-store.ts'
import { SummaryStore } from './log/summary-store.ts'
import { RateStore } from './pacing/rate-store.ts'
import { PassedEvents } from './pipeline/passed-event-store.ts'
import { ReplayStore } from './replays/replay-store.ts'

/** What tests replace. */
export interface Replaceable {
  readonly resolve?: Resolve
  /** Versions of the API that bodies can have. */
  readonly versions?: ApiVersions
}

/** Builds the context and registers the service's collections. */
export function createContext(foundation: Foundation, config: WebhookDeliveryConfig & Replaceable) {
  const { resolve = createResolve(), versions = API_VERSIONS } = config
  const isAllowedAddress = createAddressGuard(config.allowedAddresses)
  const { httpsOnly, ownHosts } = config
  const refusalOf = createRefusalOf({ httpsOnly, isAllowedAddress, ownHosts })
  const { connection, clock } = foundation
  const followed = new FollowedStore(connection)
  const streamedEvents = new StreamedEventStore(connection)
  const recorder = new EventRecorder({ clock, connection, followed, streamedEvents })
  prepareEventJobs(connection)
  return {
    ...foundation,
    config,
    cursors: createCursors(config.secretKeys),
    idempotency: new IdempotencyStore(connection, config.secretKeys),
    endpoints: new EndpointStore(connection),
    deliveries: new DeliveryStore(connection),
    deliveryLog: new DeliveryLog(connection),
    deliverySummaries: new SummaryStore(connection),
    due: new DueStore(connection),
    persons: new PersonStore(connection),
    passed: new PassedEvents(connection),
    rates: new RateStore(connection),
    replays: new ReplayStore(connection),
    followed,
    streamedEvents,
    recorder,
    followers: new EventFollowers({ ...foundation, followed, streamedEvents, recorder, versions }),
    outbox: outboxOf(connection),
    isAllowedAddress,
    refusalOf,
    resolve,
    versions,
    checkUrl: createUrlRules({
      refusalOf,
      isAllowedAddress,
      resolve: (host) => outside(clock, () => resolve(host)),
    }),
  }
}

/** The stores and clients shared by all features of the service. */
export type WebhookContext = ReturnType<typeof createContext>
