import { type Caller, operations, readableEventTypes, scopesLackingFor } from '@usher/contracts'
import {
  changesBetween,
  type Handler,
  type Job,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { requireEventScopes } from '../endpoints/event-scopes.ts'
import { type DeliveryRecord, presentDelivery } from './delivery.ts'
import { typesFor } from './delivery-log-store.ts'

/** Routes for the delivery log and manual retries. */
export function deliveryRoutes(
  ctx: WebhookContext,
  { on }: OperationRouter,
  { dispatcher }: { readonly dispatcher: Job },
): void {
  on(operations.listDeliveries, list(ctx))
  on(operations.getDelivery, get(ctx))
  on(operations.retryDelivery, retry(ctx, dispatcher))
  // Partner integrations call webhook endpoints subscriptions.
  on(operations.listSubscriptionDeliveries, list(ctx))
  on(operations.getSubscriptionDelivery, get(ctx))
  on(operations.retrySubscriptionDelivery, retry(ctx, dispatcher))
}

const list =
  (ctx: WebhookContext): Handler<typeof operations.listDeliveries> =>
  async ({ params, query, caller }) => {
    const { deliveryLog, cursors } = ctx
    const { _id: webhookId, organization_id: organizationId } = await ctx.endpoints.require(
      caller.organization_id,
      params.id,
    )
    const { limit, status, event, created_from, created_to } = query
    if (event !== undefined) requireEventScopes([event], caller)
    const list = JSON.stringify(['deliveries by time', webhookId, status, event, created_from, created_to])
    const [createdAt, id] = placeOf(cursors, list, query) ?? []
    const filter = {
      organizationId,
      webhookId,
      statuses: status && [status],
      events: event === undefined ? readableTypes(caller) : typesFor(event),
      from: date(created_from),
      to: date(created_to),
    }
    const before = createdAt && id ? { createdAt: new Date(createdAt), id } : undefined
    const found = await deliveryLog.list(filter, { before, limit: limit + 1 })
    const place = ({ created_at, _id }: DeliveryRecord) => [created_at.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: presentDelivery })
  }

/** The event types that the caller may see; undefined: all, with those that are gone. */
const readableTypes = ({ scopes }: Caller): readonly string[] | undefined =>
  scopesLackingFor(null, scopes).length === 0 ? undefined : readableEventTypes(scopes)

const date = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

const get =
  (ctx: WebhookContext): Handler<typeof operations.getDelivery> =>
  async ({ params, caller }) => ({
    body: presentDelivery((await findWithEndpoint(ctx, caller, params.id)).delivery),
  })

const retry =
  (ctx: WebhookContext, dispatcher: Job): Handler<typeof operations.retryDelivery> =>
  async ({ params, caller, idempotency }) => {
    const reply = await ctx.idempotency.once(idempotency, async (session) => {
      const delivery = await findRetriable(ctx, caller, params.id)
      const requested = await ctx.deliveries.requestManual(delivery, ctx.clock.now(), session)
      if (!requested) {
        throw new ProblemError('delivery_in_progress', 'An attempt is in progress. Wait for its result.')
      }
      const changes = changesBetween({ manual: delivery.manual }, { manual: requested.manual })
      return { body: presentDelivery(requested), audit: { changes } }
    })
    void dispatcher.run()
    return reply
  }

/**
 * Finds a delivery of the caller's organisation; its endpoint must still exist.
 *
 * @throws ProblemError `not_found`, `insufficient_scope`
 */
async function findWithEndpoint({ deliveries, endpoints }: WebhookContext, caller: Caller, id: string) {
  const delivery = await deliveries.find(caller.organization_id, id)
  const endpoint = delivery && (await endpoints.find(caller.organization_id, delivery.webhook_id))
  if (!delivery || !endpoint) throw notFound('delivery')
  requireEventScopes([delivery.event], caller)
  return { delivery, endpoint }
}

/** @throws ProblemError `not_found`, `endpoint_disabled`, `invalid_transition` */
async function findRetriable(ctx: WebhookContext, caller: Caller, id: string): Promise<DeliveryRecord> {
  const { delivery, endpoint } = await findWithEndpoint(ctx, caller, id)
  if (delivery.test)
    throw new ProblemError('invalid_transition', 'Tests cannot be retried. Send another one.')
  if (!endpoint.enabled) {
    throw new ProblemError(
      'endpoint_disabled',
      'Enable the webhook endpoint before you retry its deliveries.',
    )
  }
  return delivery
}
