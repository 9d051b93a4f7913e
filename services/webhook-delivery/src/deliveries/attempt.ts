import { createBatchLoader } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { shownHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { disabledReason, noteEndpointSign } from '../endpoints/endpoint-health.ts'
import { retryAfterMs } from '../sending/retry-after.ts'
import type { Sender, WebhookRequest } from '../sending/sender.ts'
import { isClaimSafe } from './claims.ts'
import { attemptRecord, type Trigger } from './delivery.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { ClaimedDelivery } from './delivery-store.ts'
import type { Job } from './job.ts'
import { progressAfter, progressWithoutEndpoint } from './progress.ts'
import type { WriteResult } from './result-writer.ts'
import { signedRequest } from './webhook-request.ts'

/** Milliseconds that an endpoint read before may be relied on: it may be changed or deleted at any time. */
const ENDPOINT_FRESH_MS = 1_000

interface Tools {
  readonly sender: Sender
  readonly writeResult: WriteResult
  readonly metrics: DeliveryMetrics
}

/** Does one attempt to deliver: reads the endpoint anew where needed, signs, sends, and keeps the result. */
export function createAttempt(ctx: WebhookContext, tools: Tools): (job: Job) => Promise<void> {
  const { clock, log } = ctx
  const currentEndpoint = createEndpointReader(ctx)
  const attempt = async (job: Job) => {
    const { delivery } = job
    // Left to the sweep: another process could take it up while it is being sent here.
    if (!isClaimSafe(delivery.due_at, clock.now())) return
    const endpoint = await currentEndpoint(job)
    if (endpoint?.enabled) return await attemptAt(ctx, tools, delivery, endpoint)
    await tools.writeResult({ delivery, progress: progressWithoutEndpoint(delivery, clock.now()) })
  }
  return (job) =>
    attempt(job)
      .catch((err) => {
        log.warn({ err, deliveryId: job.delivery._id }, 'an attempt could not be made and will be repeated')
      })
      .finally(() => job.onEnd?.())
}

function createEndpointReader({ endpoints, clock }: WebhookContext) {
  const load = createBatchLoader<string, EndpointRecord | undefined>(async (ids) => {
    const found = new Map((await endpoints.findByIds(ids)).map((endpoint) => [endpoint._id, endpoint]))
    return ids.map((id) => found.get(id))
  })
  return ({ delivery, endpoint, endpointReadAt }: Job) => {
    const age = clock.now().getTime() - endpointReadAt.getTime()
    return age <= ENDPOINT_FRESH_MS ? endpoint : load(delivery.webhook_id)
  }
}

async function attemptAt(
  ctx: WebhookContext,
  { sender, writeResult, metrics }: Tools,
  delivery: ClaimedDelivery,
  endpoint: EndpointRecord,
): Promise<void> {
  const startedAt = ctx.clock.now()
  const request = signedRequest(ctx, delivery, endpoint, startedAt)
  const result = await sender.send(request)
  if (!result) return await ctx.deliveries.release([delivery], ctx.clock.now())
  metrics.observe(result)
  const endedAt = ctx.clock.now()
  const acknowledged = result.error === null
  const sign = { acknowledged, status: result.answer?.status ?? null, at: endedAt }
  const trigger: Trigger = delivery.manual ? 'manual' : 'automatic'
  const progress = progressAfter(delivery, {
    trigger,
    acknowledged,
    endpointDisabled: disabledReason(endpoint, sign) !== null,
    endedAt,
    retryAfterMs: retryAfterMs(result.answer?.headers['retry-after'], endedAt),
    random: Math.random(),
  })
  const attempt = attemptRecord(delivery.claim, trigger, startedAt, shownRequest(request, endpoint), result)
  await Promise.all([writeResult({ delivery, progress, attempt }), noteEndpointSign(ctx, endpoint, sign)])
}

const shownRequest = ({ url, headers }: WebhookRequest, endpoint: EndpointRecord) => ({
  url,
  headers: shownHeaders(headers, endpoint),
})
