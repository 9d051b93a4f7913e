import { privacyRequested, WEBHOOK_EVENTS } from '@usher/contracts'
import {
  type Clock,
  createOperationRouter,
  createResolve,
  openService,
  prepareCollections,
  prepareEventJobs,
  type Resolve,
  startConsumer,
  startEventJobs,
  startFoundation,
} from '@usher/service-kit'
import type { WebhookDeliveryConfig } from './config.ts'
import { createContext } from './context.ts'
import { endpointRoutes } from './endpoints/endpoint-routes.ts'
import { eventTypeRoutes } from './endpoints/event-type-routes.ts'
import { registerBacklogMetrics } from './log/backlog-metrics.ts'
import { deliveryRoutes } from './log/delivery-routes.ts'
import { startDispatcher } from './pipeline/dispatcher.ts'
import { createEventHandler } from './pipeline/on-event.ts'
import { createPrivacyStep } from './privacy/privacy-jobs.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { startReplayRunner } from './replays/replay-runner.ts'
import { testRoutes } from './test-sends/test-routes.ts'

export type { WebhookDeliveryConfig } from './config.ts'

/** Events in hand that are not written: so many may reach receivers twice when a process dies. */
const PREFETCH = 128

export interface WebhookDeliveryService extends AsyncDisposable {
  readonly url: string
  readonly port: number
  /** Attempts what is due now and waits for the results, for tests. */
  tick(): Promise<void>
  /** Does the steps of privacy requests that are due. */
  runPrivacyJobs(): Promise<void>
}

/** What tests put in the place of the world outside. */
export interface ServiceParts {
  readonly clock?: Clock
  readonly resolve?: Resolve
}

/** Starts the service; disposing it finishes the attempts under way and gives the others back. */
export async function startWebhookDelivery(
  config: WebhookDeliveryConfig,
  { clock, resolve = createResolve() }: ServiceParts = {},
): Promise<WebhookDeliveryService> {
  const foundation = await startFoundation('webhook-delivery', config, clock)
  const { broker, log, metrics, shutdown, verifyCaller, connection } = foundation
  const ctx = createContext(foundation, config, resolve)
  registerBacklogMetrics(ctx)
  prepareEventJobs(connection)
  // The dispatcher begins at once, and names an index.
  await prepareCollections(connection)
  const dispatcher = shutdown.use(startDispatcher(ctx))
  const replayRunner = shutdown.use(startReplayRunner(ctx, dispatcher.lanes))
  const operations = createOperationRouter(verifyCaller, metrics)
  eventTypeRoutes(operations)
  endpointRoutes(ctx, operations)
  testRoutes(ctx, operations, dispatcher.sender)
  deliveryRoutes(ctx, operations, () => void dispatcher.sweep())
  replayRoutes(ctx, operations, replayRunner.poke)
  const { url, port } = await openService(foundation, config, [operations.router])
  const handle = createEventHandler(ctx, dispatcher)
  const consumer = { queue: 'webhook-delivery.events', events: WEBHOOK_EVENTS, handle, log }
  shutdown.use(await startConsumer(broker, { ...consumer, concurrent: true, prefetch: PREFETCH }))
  const wanted = { queue: 'webhook-delivery.privacy', events: [privacyRequested] }
  const privacy = { ...wanted, clock: ctx.clock, step: createPrivacyStep(ctx) }
  const jobs = shutdown.use(await startEventJobs(foundation, privacy))
  return {
    url,
    port,
    runPrivacyJobs: jobs.run,
    async tick() {
      await dispatcher.sweep()
      await dispatcher.lanes.idle()
    },
    [Symbol.asyncDispose]: () => shutdown.disposeAsync(),
  }
}
