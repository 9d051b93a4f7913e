import { eventQueue } from '@usher/contracts'
import { defineService, startPrivacy } from '@usher/service-kit'
import { createContext, type WebhookContext } from './context.ts'
import { endpointRoutes } from './endpoints/endpoint-routes.ts'
import { eventTypeRoutes } from './endpoints/event-type-routes.ts'
import { eventStreamRoutes } from './event-stream/event-stream-routes.ts'
import { deliveryRoutes } from './log/delivery-routes.ts'
import { startDispatcher } from './pipeline/dispatcher.ts'
import { createEventHandler } from './pipeline/on-event.ts'
import { privacyPlan } from './privacy/privacy-plan.ts'
import { replayRoutes } from './replays/replay-routes.ts'
import { startReplayRunner } from './replays/replay-runner.ts'
import { testRoutes } from './test-sends/test-routes.ts'

export type { WebhookDeliveryConfig } from './config.ts'
export type { Replaceable } from './context.ts'

/** Events whose deliveries are written together, at most. */
const PREFETCH = 128

/** Webhook delivery: endpoints, signed deliveries and their log, and streams of events. */
export const webhookDeliveryService = defineService({
  name: 'webhook-delivery',
  context: createContext,
  jobs: async (ctx: WebhookContext) => {
    const dispatcher = startDispatcher(ctx)
    const { looking, beating } = ctx.followers.start()
    return {
      dispatcher,
      replays: startReplayRunner(ctx, dispatcher),
      streams: looking,
      heartbeats: beating,
      ...(await startPrivacy(ctx, privacyPlan(ctx))),
    }
  },
  consumers: (ctx, { dispatcher }) => [
    {
      ...eventQueue('webhook-delivery.events'),
      handle: createEventHandler(ctx, dispatcher),
      prefetch: PREFETCH,
    },
  ],
  routes: [eventTypeRoutes, eventStreamRoutes, endpointRoutes, testRoutes, deliveryRoutes, replayRoutes],
})

export type WebhookDeliveryService = Awaited<ReturnType<typeof webhookDeliveryService.start>>
