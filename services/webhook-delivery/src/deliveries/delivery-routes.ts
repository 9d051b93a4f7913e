import { type Caller, operations } from '@usher/contracts'
import {
  changesBetween,
  type Handler,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { findEndpoint } from '../endpoints/change-endpoint.ts'
import { type DeliveryRecord, presentDelivery } from './delivery.ts'

/**
 * Serves the delivery log and the manual retry.
 *
 * @param sweepSoon has what is due taken up at once
 */
export function deliveryRoutes(ctx: WebhookContext, { on }: OperationRouter, sweepSoon: () => void): void {
  on(operations.listDeliveries, list(ctx))
  on(operations.retryDelivery, retry(ctx, sweepSoon))
  // Partners know webhook endpoints as subscriptions.
  on(operations.listSubscriptionDeliveries, list(ctx))
  on(operations.retrySubscriptionDelivery, retry(ctx, sweepSoon))
}

const list =
  (ctx: WebhookContext): Handler<typeof operations.listDeliveries> =>
  async ({ params, query, caller }) => {
    const { deliveries, cursors } = ctx
    const { _id: webhookId, organization_id: organizationId } = await findEndpoint(ctx, caller, params.id)
    const { limit, status, event } = query
    const list = JSON.stringify(['deliveries', webhookId, status, event])
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const filter = { organizationId, webhookId, status, event }
    const found = await deliveries.list(filter, { beforeId, limit: limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentDelivery })
  }

const retry =
  (ctx: WebhookContext, sweepSoon: () => void): Handler<typeof operations.retryDelivery> =>
  async ({ params, caller, idempotency }) => {
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const delivery = await findRetriable(ctx, caller, params.id)
      const requested = await ctx.deliveries.requestManual(delivery, ctx.clock.now(), session)
      if (!requested) {
        throw new ProblemError('delivery_in_progress', 'An attempt is under way: wait for its result.')
      }
      const changes = changesBetween({ manual: delivery.manual }, { manual: requested.manual })
      return { body: presentDelivery(requested), audit: { changes } }
    })
    sweepSoon()
    return reply
  }

/** @throws ProblemError `not_found`, `endpoint_disabled` */
async function findRetriable(ctx: WebhookContext, caller: Caller, id: string): Promise<DeliveryRecord> {
  const delivery = await ctx.deliveries.find(caller.organization_id, id)
  const endpoint = delivery && (await ctx.endpoints.find(caller.organization_id, delivery.webhook_id))
  if (!delivery || !endpoint) throw notFound('delivery')
  if (!endpoint.enabled) {
    throw new ProblemError(
      'endpoint_disabled',
      'Enable the webhook endpoint before you retry its deliveries.',
    )
  }
  return delivery
}
