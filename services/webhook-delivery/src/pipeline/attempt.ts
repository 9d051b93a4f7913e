import { createBatchLoader, retryAfterMs, type SpanFacts, startSpan } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { shownAnswer, shownHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { disabledReason, noteEndpointSign } from '../endpoints/endpoint-health.ts'
import { attemptRecord, type Trigger } from '../log/delivery.ts'
import type { Done } from '../pacing/lane.ts'
import type { PaceSign } from '../pacing/pace.ts'
import { SEND_LIMIT_MS, type Sender, type SendResult, type WebhookRequest } from '../sending/sender.ts'
import { isClaimSafe } from './claims.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { Job } from './job.ts'
import { progressAfter, progressWithoutEndpoint } from './progress.ts'
import type { WriteResult } from './result-writer.ts'
import { createSigner, type Signer } from './webhook-request.ts'

/** Milliseconds that an endpoint read before may be relied on: it may be changed or deleted at any time. */
const ENDPOINT_FRESH_MS = 1_000

interface Tools {
  readonly sender: Sender
  readonly writeResult: WriteResult
  readonly metrics: DeliveryMetrics
  /** Takes up the next of an endpoint with ordered deliveries. */
  advance(webhookId: string): void
  /** Has what was given back taken up again. */
  sweepSoon(): void
}

const NOTHING_DONE: Done = { written: Promise.resolve() }

/** Does one attempt to deliver: reads the endpoint anew where needed, signs, sends, and keeps the result. */
export function createAttempt(ctx: WebhookContext, tools: Tools): (job: Job) => Promise<Done> {
  const { clock } = ctx
  const currentEndpoint = createEndpointReader(ctx)
  const sign = createSigner(ctx.config)
  const attempt = async (job: Job): Promise<Done> => {
    const { delivery, first } = job
    if (first?.lost.aborted && first.recording.abandon()) return NOTHING_DONE
    // Left to the sweep: another process could take it up while it is being sent here.
    if (!isClaimSafe(delivery.due_at, clock.now())) return NOTHING_DONE
    const endpoint = await currentEndpoint(job)
    const write = createEnding(tools, job)
    if (endpoint?.enabled) return await attemptAt(ctx, { ...tools, sign, write }, job, endpoint)
    return { written: write({ delivery, progress: progressWithoutEndpoint(delivery, clock.now()) }) }
  }
  return (job) =>
    attempt(job)
      .catch((err) => notMade(ctx, tools, job, err))
      .then((done) => {
        if (job.onEnd) done.written.then(job.onEnd, job.onEnd)
        return done
      })
}

/** Gives the delivery back as it was: nobody was asked, so it counts for nothing. */
function notMade(
  { deliveries, failures, clock }: WebhookContext,
  { sweepSoon }: Tools,
  job: Job,
  err: unknown,
): Done {
  const { delivery, first } = job
  failures.failed('webhook', delivery.webhook_id, err)
  const release = async () => {
    first?.recording.keep()
    await first?.recording.kept
    await deliveries.release([delivery], clock.now())
    sweepSoon()
  }
  return { sign: { durationMs: 0, kind: 'unmade' }, written: release() }
}

/** Writes the end of a claim in the way of its delivery, and lets the one that waits for it go on. */
function createEnding({ writeResult, advance }: Tools, { first, delivery }: Job): WriteResult {
  const write = first ? first.recording.finish : writeResult
  return async (result) => {
    await write(result)
    if (delivery.ordered) advance(delivery.webhook_id)
  }
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

interface AttemptTools extends Pick<Tools, 'sender' | 'metrics'> {
  readonly sign: Signer
  readonly write: WriteResult
}

async function attemptAt(
  ctx: WebhookContext,
  { sender, metrics, sign: signRequest, write }: AttemptTools,
  { delivery, first }: Job,
  endpoint: EndpointRecord,
): Promise<Done> {
  const startedAt = ctx.clock.now()
  const request = signRequest(delivery, endpoint, startedAt)
  ctx.failures.succeeded(endpoint._id)
  const span = delivery.traceparent ? startSpan(() => attemptSpan(delivery, endpoint)) : undefined
  const result = await sender.send(request)
  span?.end(result?.answer ? { 'http.response.status_code': result.answer.status } : {}, failureOf(result))
  if (!result) {
    if (first?.recording.abandon()) return NOTHING_DONE
    await first?.recording.kept
    return { written: ctx.deliveries.release([delivery], ctx.clock.now()) }
  }
  metrics.observe(result)
  const endedAt = ctx.clock.now()
  const acknowledged = result.error === null
  const sign = {
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
    endpointDisabled: disabledReason(endpoint, sign) !== null,
    endedAt,
    retryAfterMs: asked,
    random: Math.random(),
  })
  const shown = { ...result, answer: shownAnswer(result.answer, request.headers, endpoint) }
  const attempt = attemptRecord(delivery.claim, trigger, startedAt, shownRequest(request, endpoint), shown)
  return {
    sign: paceSign(result, asked),
    written: Promise.all([write({ delivery, progress, attempt }), noteEndpointSign(ctx, endpoint, sign)]),
  }
}

const attemptSpan = (delivery: Job['delivery'], endpoint: EndpointRecord): SpanFacts => ({
  name: 'POST webhook',
  kind: 'client',
  parent: delivery.traceparent,
  attributes: {
    'http.request.method': 'POST',
    // No more of the address: its path and query may hold secrets.
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

/** What a result says of the pace that its receiver can take. */
function paceSign({ answer, durationMs }: SendResult, retryAfterMs: number | undefined): PaceSign {
  if (!answer || durationMs >= SEND_LIMIT_MS) return { durationMs, kind: 'unanswered' }
  const isThrottled = answer.status === 429 || (answer.status === 503 && retryAfterMs !== undefined)
  if (isThrottled) return { durationMs, kind: 'throttled', retryAfterMs }
  return { durationMs, kind: answer.status >= 500 ? 'failed' : 'answered' }
}

const shownRequest = ({ url, headers }: WebhookRequest, endpoint: EndpointRecord) => ({
  url,
  headers: shownHeaders(headers, endpoint),
})
