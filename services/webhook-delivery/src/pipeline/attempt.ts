import { createBatchLoader, retryAfterMs, type SpanFacts, startSpan } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { redactAnswer, redactHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { disabledReason, updateEndpointHealth } from '../endpoints/endpoint-health.ts'
import { type AttemptRecord, attemptRecord, type Trigger } from '../log/attempt-record.ts'
import type { Progress } from '../log/delivery.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import type { JobResult } from '../pacing/lanes.ts'
import type { PaceSample } from '../pacing/pace.ts'
import { SEND_LIMIT_MS, type Sender, type SendResult, type WebhookRequest } from '../sending/sender.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { WriteResult } from './result-writer.ts'
import { progressAfter, progressWithoutEndpoint } from './schedule.ts'
import { createSigner } from './webhook-request.ts'

/**
 * How long an endpoint that was read earlier may be used, in ms: it can be changed or deleted at any time.
 */
const ENDPOINT_FRESH_MS = 1_000

/** Time reserved for writing the result of an attempt, in ms. */
const WRITE_MARGIN_MS = 3_000

/** A claimed delivery in this process, with the endpoint as last read. */
export interface HeldDelivery {
  readonly delivery: ClaimedDelivery
  /** undefined: deleted */
  readonly endpoint: EndpointRecord | undefined
  readonly endpointReadAt: Date
}

interface Dependencies {
  readonly sender: Sender
  readonly writeResult: WriteResult
  readonly metrics: DeliveryMetrics
  /** Claims what is due of an endpoint: the next ordered delivery, or one that was released. */
  takeDue(webhookId: string): Promise<void>
}

/** Makes one delivery attempt: rereads the endpoint if needed, signs, sends and writes the result. */
export function createAttempt(
  ctx: WebhookContext,
  { sender, writeResult, metrics, takeDue }: Dependencies,
): (job: HeldDelivery) => Promise<JobResult> {
  const { clock, deliveries, failures } = ctx
  const currentEndpoint = createEndpointReader(ctx)
  const sign = createSigner(ctx.config)

  /** Nothing was sent, or it was cut short: the delivery is due again, and no attempt is counted. */
  const release = async ({ delivery }: HeldDelivery) => {
    await deliveries.release([delivery], clock.now())
    void takeDue(delivery.webhook_id)
  }

  const finish = async (delivery: ClaimedDelivery, progress: Progress, attempt?: AttemptRecord) => {
    // The next in order, a replay, a client or a test clock waits for it.
    const isAwaited = delivery.ordered || delivery.manual || clock.due !== undefined
    await writeResult({ delivery, progress, attempt }, isAwaited)
    if (delivery.ordered) void takeDue(delivery.webhook_id)
  }

  const attempt = async (job: HeldDelivery): Promise<JobResult> => {
    const { delivery } = job
    if (!isClaimSafe(delivery, clock.now())) return { written: release(job) }
    const endpoint = await currentEndpoint(job)
    if (!endpoint?.enabled)
      return { written: finish(delivery, progressWithoutEndpoint(delivery, clock.now())) }
    const startedAt = clock.now()
    // Receivers compare it with their own clock.
    const request = sign(delivery, endpoint, ctx.testClocks?.realClock.now() ?? startedAt)
    failures.succeeded(endpoint._id)
    const result = await traced(delivery, endpoint, () => sender.send(request))
    if (!result) return { written: release(job) }
    metrics.observe(result)
    const endedAt = clock.now()
    const acknowledged = result.error === null
    const health = {
      acknowledged,
      status: result.answer?.status ?? null,
      madeAt: delivery.created_at,
      at: endedAt,
    }
    const trigger: Trigger = delivery.manual ? 'manual' : 'automatic'
    const asked = retryAfterMs(result.answer?.headers['retry-after'], endedAt)
    const progress = progressAfter(delivery, {
      trigger,
      acknowledged,
      endpointDisabled: disabledReason(endpoint, health) !== null,
      endedAt,
      retryAfterMs: asked,
      random: Math.random(),
    })
    const shown = { ...result, answer: redactAnswer(result.answer, request.headers, endpoint) }
    const made = attemptRecord(delivery.claim, trigger, startedAt, redactedRequest(request, endpoint), shown)
    return {
      // By a test clock attempts take no time, and rests would not end.
      sample: clock.due ? undefined : paceSample(result, asked),
      written: Promise.all([finish(delivery, progress, made), updateEndpointHealth(ctx, endpoint, health)]),
    }
  }

  return (job) =>
    attempt(job).catch((err) => {
      failures.failed('webhook', job.delivery.webhook_id, err)
      return { sample: { durationMs: 0, kind: 'unmade' }, written: release(job) }
    })
}

/** Whether the claim lasts long enough for an attempt started now; otherwise another replica could send it too. */
const isClaimSafe = ({ due_at }: ClaimedDelivery, now: Date): boolean =>
  due_at.getTime() - now.getTime() >= SEND_LIMIT_MS + WRITE_MARGIN_MS

function createEndpointReader({ endpoints, clock }: WebhookContext) {
  const load = createBatchLoader<string, EndpointRecord | undefined>(async (ids) => {
    const found = new Map((await endpoints.findByIds(ids)).map((endpoint) => [endpoint._id, endpoint]))
    return ids.map((id) => found.get(id))
  })
  return ({ delivery, endpoint, endpointReadAt }: HeldDelivery) => {
    const age = clock.now().getTime() - endpointReadAt.getTime()
    return age <= ENDPOINT_FRESH_MS ? endpoint : load(delivery.webhook_id)
  }
}

/** Sends within a span of the event's trace, if it has one. */
async function traced(
  delivery: ClaimedDelivery,
  endpoint: EndpointRecord,
  send: () => Promise<SendResult | undefined>,
): Promise<SendResult | undefined> {
  if (!delivery.traceparent) return await send()
  const span = startSpan(() => attemptSpan(delivery, endpoint))
  const result = await send()
  span?.end(result?.answer ? { 'http.response.status_code': result.answer.status } : {}, failureOf(result))
  return result
}

const attemptSpan = (delivery: ClaimedDelivery, endpoint: EndpointRecord): SpanFacts => ({
  name: 'POST webhook',
  kind: 'client',
  parent: delivery.traceparent,
  attributes: {
    'http.request.method': 'POST',
    // Host only: path and query may hold secrets.
    'server.address': new URL(endpoint.url).hostname,
    'usher.webhook_id': endpoint._id,
    'usher.delivery_id': delivery._id,
    'usher.attempt': delivery.automatic_attempts + 1,
  },
})

function failureOf(result: SendResult | undefined): string | undefined {
  if (!result) return 'cut_short'
  if (result.error === null) return undefined
  return result.answer ? String(result.answer.status) : 'unanswered'
}

/** What a result means for the pace of its receiver. */
function paceSample({ answer, durationMs }: SendResult, retryAfterMs: number | undefined): PaceSample {
  if (!answer || durationMs >= SEND_LIMIT_MS) return { durationMs, kind: 'unanswered' }
  const isThrottled = answer.status === 429 || (answer.status === 503 && retryAfterMs !== undefined)
  if (isThrottled) return { durationMs, kind: 'throttled', retryAfterMs }
  return { durationMs, kind: answer.status >= 500 ? 'failed' : 'answered' }
}

const redactedRequest = ({ url, headers }: WebhookRequest, endpoint: EndpointRecord) => ({
  url,
  headers: redactHeaders(headers, endpoint),
})
