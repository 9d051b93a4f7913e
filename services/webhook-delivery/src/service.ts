import { API_VERSIONS, type ApiVersions, eventQueue } from '@usher/contracts'
import {
  type Clock,
  createOperationRouter,
  createResolve,
  type Foundation,
  openService,
  prepareCollections,
  prepareEventJobs,
  type Resolve,
  registerOpenStreams,
  startConsumer,
  startEventJobs,
  startFoundation,
} from '@usher/service-kit'
import type { WebhookDeliveryConfig } from './config.ts'
import { createContext } from './context.ts'
import { endpointRoutes } from './endpoints/endpoint-routes.ts'
import { eventTypeRoutes } from './endpoints/event-type-routes.ts'
import { EventFollowers } from './event-stream/event-followers.ts'
import { eventStreamRoutes } from './event-stream/event-stream-routes.ts'
import { deliveryRoutes } from './log/delivery-routes.ts'
import { registerBacklogMetrics } from './pipeline/delivery-metrics.ts'
import { startDispatcher } from './pipeline/dispatcher.ts'
import { createEventHandler } from './pipeline/on-event.ts'
import { privacyStep } from './privacy/privacy-jobs.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { startReplayRunner } from './replays/replay-runner.ts'
import { testRoutes } from './test-sends/test-routes.ts'

export type { WebhookDeliveryConfig } from './config.ts'

/** Events whose deliveries are written together, at most. */
const PREFETCH = 128

export interface WebhookDeliveryService extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Attempts due deliveries and waits for the results, for tests. */
  tick(): Promise<void>
  /** Runs the due steps of privacy requests. */
  runPrivacyJobs(): Promise<void>
  /** Sends streams of events what is new. */
  sendEvents(): Promise<void>
  /** Sends heartbeats to streams of events. */
  beat(): Promise<void>
}

/** Dependencies that tests replace. */
export interface ServiceParts {
  readonly clock?: Clock
  readonly resolve?: Resolve
  /** Versions of the API that bodies can have. */
  readonly versions?: ApiVersions
}

/** Starts the service; disposing it finishes attempts in flight and releases the rest. */
export async function startWebhookDelivery(
  config: WebhookDeliveryConfig,
  { clock, ...parts }: ServiceParts = {},
): Promise<WebhookDeliveryService> {
  const foundation = await startFoundation('webhook-delivery', config, clock)
  return await composeWebhookDelivery(foundation, config, parts)
}

/** Builds the service on a foundation: that of its process, or that of test clocks. */
export async function composeWebhookDelivery(
  foundation: Foundation,
  config: WebhookDeliveryConfig,
  { resolve = createResolve(), versions = API_VERSIONS }: Omit<ServiceParts, 'clock'> = {},
): Promise<WebhookDeliveryService> {
  const { broker, log, metrics, shutdown, verifyCaller, connection } = foundation
  const ctx = createContext(foundation, config, { resolve, versions })
  registerBacklogMetrics(ctx)
  prepareEventJobs(connection)
  // The dispatcher starts at once and hints an index, so create the indexes first.
  await prepareCollections(connection)
  const dispatcher = shutdown.use(startDispatcher(ctx))
  const replayRunner = shutdown.use(startReplayRunner(ctx, dispatcher))
  const operations = createOperationRouter(verifyCaller, metrics)
  const followers = new EventFollowers(ctx)
  registerOpenStreams(metrics, followers)
  eventTypeRoutes(operations)
  eventStreamRoutes(followers, operations)
  endpointRoutes(ctx, operations)
  testRoutes(ctx, operations, dispatcher.sender)
  deliveryRoutes(ctx, operations, () => void dispatcher.sweep())
  replayRoutes(ctx, operations, replayRunner.poke)
  const { url, port } = await openService(foundation, config, [operations.router])
  const streams = shutdown.use(followers.start())
  const handle = createEventHandler(ctx, dispatcher)
  const consumer = { ...eventQueue('webhook-delivery.events'), handle, log }
  shutdown.use(await startConsumer(broker, { ...consumer, prefetch: PREFETCH }))
  const privacy = { ...eventQueue('webhook-delivery.privacy'), clock: ctx.clock, step: privacyStep(ctx) }
  const jobs = shutdown.use(await startEventJobs(foundation, privacy))
  return {
    url,
    port,
    runPrivacyJobs: jobs.run,
    sendEvents: streams.look,
    beat: streams.beat,
    async tick() {
      await dispatcher.sweep()
      await dispatcher.idle()
    },
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}
