import { operations, type WebhookEndpointDetail } from '@usher/contracts'
import {
  entityTag,
  type Handler,
  newId,
  type OperationRouter,
  pageReply,
  placeOf,
  seal,
} from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { requireHeadersForNewHost, sealHeaders } from './custom-headers.ts'
import {
  type EndpointRecord,
  endpointAuditChanges,
  endpointChanges,
  newEndpoint,
  presentEndpoint,
  secretRotation,
} from './endpoint.ts'
import { disablesAt } from './endpoint-events.ts'
import { newWebhookSecret } from './endpoint-secrets.ts'
import { requireEventScopes } from './event-scopes.ts'

const ENDPOINTS = '/v1/webhook-endpoints'
const SUBSCRIPTIONS = '/api/subscriptions'

/** Routes for webhook endpoints. */
export function endpointRoutes(ctx: WebhookContext, { on }: OperationRouter): void {
  on(operations.listWebhookEndpoints, list(ctx))
  on(operations.createWebhookEndpoint, create(ctx, ENDPOINTS))
  on(operations.getWebhookEndpoint, get(ctx, ENDPOINTS))
  on(operations.updateWebhookEndpoint, update(ctx, ENDPOINTS))
  on(operations.deleteWebhookEndpoint, remove(ctx))
  on(operations.rotateWebhookSecret, rotate(ctx))
  // The same documents under the name that partner integrations use.
  on(operations.listSubscriptions, list(ctx))
  on(operations.createSubscription, create(ctx, SUBSCRIPTIONS))
  on(operations.getSubscription, get(ctx, SUBSCRIPTIONS))
  on(operations.updateSubscription, update(ctx, SUBSCRIPTIONS))
  on(operations.deleteSubscription, remove(ctx))
  on(operations.rotateSubscriptionSecret, rotate(ctx))
}

const get =
  (ctx: WebhookContext, path: string): Handler<typeof operations.getWebhookEndpoint> =>
  async ({ params, caller }) =>
    detailReply(ctx, await ctx.endpoints.require(caller.organization_id, params.id), path)

const remove =
  (ctx: WebhookContext): Handler<typeof operations.deleteWebhookEndpoint> =>
  async ({ params, caller, ifMatch }) => {
    const before = await ctx.endpoints.remove({
      organizationId: caller.organization_id,
      id: params.id,
      ifMatch,
    })
    return { body: null, audit: { changes: endpointAuditChanges(before, null) } }
  }

const list =
  ({ endpoints, cursors, clock }: WebhookContext): Handler<typeof operations.listWebhookEndpoints> =>
  async ({ query, caller }) => {
    const list = `endpoints ${caller.organization_id}`
    const [afterId] = placeOf(cursors, list, query) ?? []
    const found = await endpoints.list(caller.organization_id, { afterId, limit: query.limit + 1 })
    const now = clock.now()
    const present = (record: EndpointRecord) => presentEndpoint(record, now)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  }

const create =
  (ctx: WebhookContext, path: string): Handler<typeof operations.createWebhookEndpoint> =>
  async ({ body, caller, version, idempotency }) => {
    requireEventScopes(body.event_types ?? null, caller)
    await ctx.checkUrl(body.url)
    return await ctx.idempotency.once(idempotency, async (session) => {
      await ctx.endpoints.requireRoom('webhookEndpoint', caller, session)
      const secret = newWebhookSecret()
      const sealedSecret = seal(secret, ctx.config.secretKeys)
      const now = ctx.clock.now()
      const id = newId('webhookEndpoint')
      const sealedHeaders = body.headers && sealHeaders(body.headers, ctx.config.secretKeys)
      const facts = { id, organizationId: caller.organization_id, sealedSecret, sealedHeaders, version, now }
      const record = newEndpoint(body, facts)
      await ctx.endpoints.insert(record, session)
      const reply = endpointReply(record, now)
      return {
        body: { ...reply.body, secret },
        headers: { ...reply.headers, location: `${path}/${id}` },
      }
    })
  }

const update =
  (ctx: WebhookContext, path: string): Handler<typeof operations.updateWebhookEndpoint> =>
  async ({ params, body, caller, ifMatch }) => {
    if (body.url !== undefined) await ctx.checkUrl(body.url)
    const now = ctx.clock.now()
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const headers = body.headers && sealHeaders(body.headers, ctx.config.secretKeys)
    const { before, after } = await ctx.endpoints.change(target, (current) => {
      requireEventScopes(body.event_types === undefined ? current.event_types : body.event_types, caller)
      requireHeadersForNewHost(current, body)
      return endpointChanges(body, headers, now)
    })
    return {
      ...(await detailReply(ctx, after, path)),
      audit: { changes: endpointAuditChanges(before, after) },
    }
  }

const rotate =
  (ctx: WebhookContext): Handler<typeof operations.rotateWebhookSecret> =>
  async ({ params, caller, ifMatch, idempotency }) =>
    await ctx.idempotency.once(idempotency, async (session) => {
      const secret = newWebhookSecret()
      const sealed = seal(secret, ctx.config.secretKeys)
      const now = ctx.clock.now()
      const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
      const rotation = (current: EndpointRecord) => secretRotation(current, sealed, now)
      const { before, after } = await ctx.endpoints.change(target, rotation, session)
      const { body, headers } = endpointReply(after, now)
      return {
        body: { ...body, secret },
        headers,
        audit: { changes: endpointAuditChanges(before, after) },
      }
    })

const endpointReply = (record: EndpointRecord, now: Date) => ({
  body: presentEndpoint(record, now),
  headers: { etag: entityTag(record.version, 0) },
})

const detailReply = async (ctx: WebhookContext, record: EndpointRecord, path: string) => ({
  body: await endpointDetail(ctx, record, path),
  headers: { etag: entityTag(record.version, 0) },
})

/**
 * An endpoint with its health and the deliveries it missed.
 *
 * @param path base path under which the client addresses endpoints
 */
async function endpointDetail(
  { deliverySummaries, clock }: Pick<WebhookContext, 'deliverySummaries' | 'clock'>,
  record: EndpointRecord,
  path: string,
): Promise<WebhookEndpointDetail> {
  const { _id, failing_since: failing, missed_since: since, enabled } = record
  const [summary, missed] = await Promise.all([
    deliverySummaries.summaryOf(_id),
    since ? deliverySummaries.countFailed(_id, since) : 0,
  ])
  const { pending, oldestPendingAt, lastSuccessAt, lastAttemptAt } = summary
  return {
    ...presentEndpoint(record, clock.now()),
    health: {
      failing_since: text(failing),
      disables_at: text(failing && enabled ? disablesAt(failing) : null),
      pending,
      oldest_pending_at: text(oldestPendingAt),
      last_success_at: text(lastSuccessAt),
      last_attempt_at: text(lastAttemptAt),
    },
    missed:
      since && missed > 0
        ? { since: since.toISOString(), deliveries: missed, replay: `${path}/${_id}/replay` }
        : null,
  }
}

const text = (time: Date | null): string | null => time?.toISOString() ?? null
