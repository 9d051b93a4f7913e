import { operations, type WebhookReplayCreate } from '@usher/contracts'
import {
  type Handler,
  invalidField,
  type Job,
  newId,
  notFound,
  type OperationRouter,
  ProblemError,
} from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { newReplay, presentReplay, replayFilter } from './replay.ts'

/** Serves the replay of past deliveries, under both names of endpoints. */
export function replayRoutes(
  ctx: WebhookContext,
  { on }: OperationRouter,
  { replays }: { readonly replays: Job },
): void {
  on(operations.replayDeliveries, replay(ctx, replays, '/v1/webhook-endpoints'))
  on(operations.getReplay, get(ctx))
  on(operations.replaySubscription, replay(ctx, replays, '/api/subscriptions'))
  on(operations.getSubscriptionReplay, get(ctx))
}

const get =
  (ctx: WebhookContext): Handler<typeof operations.getReplay> =>
  async ({ params, caller }) => {
    const endpoint = await ctx.endpoints.require(caller.organization_id, params.id)
    const found = await ctx.replays.find(caller.organization_id, endpoint._id, params.replay_id)
    if (!found) throw notFound('replay')
    return { body: presentReplay(found) }
  }

const replay =
  (ctx: WebhookContext, replays: Job, path: string): Handler<typeof operations.replayDeliveries> =>
  async ({ params, body, caller, idempotency }) => {
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const endpoint = await ctx.endpoints.require(caller.organization_id, params.id)
      const record = await replayOf(ctx, endpoint, body)
      await ctx.replays.insert(record, session)
      return {
        body: presentReplay(record),
        headers: { location: `${path}/${endpoint._id}/replays/${record._id}` },
        audit: { changes: { replay: { before: null, after: { ...body } } } },
      }
    })
    void replays.run()
    return reply
  }

/** @throws ProblemError `endpoint_disabled`, `validation_failed` */
async function replayOf(
  { clock, deliveryLog }: WebhookContext,
  endpoint: EndpointRecord,
  given: WebhookReplayCreate,
) {
  const now = clock.now()
  if (new Date(given.since) > now) throw invalidField('/since', 'must not be in the future', 'future_time')
  if (!endpoint.enabled) {
    throw new ProblemError(
      'endpoint_disabled',
      'Enable the webhook endpoint before you replay its deliveries.',
    )
  }
  const record = newReplay(given, { id: newId('webhookReplay'), endpoint, now })
  return { ...record, total: await deliveryLog.count(replayFilter(record)) }
}
