import { createBatchLoader, retryAfterMs, type SpanFacts, startSpan } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { redactAnswer, redactHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { disabledReason, updateEndpointHealth } from '../endpoints/endpoint-health.ts'
import { attemptRecord, type Trigger } from '../log/attempt-record.ts'
import type { JobResult } from '../pacing/lane.ts'
import type { PaceSample } from '../pacing/pace.ts'
import { SEND_LIMIT_MS, type Sender, type SendResult, type WebhookRequest } from '../sending/sender.ts'
import { isClaimSafe } from './claims.ts'
import type { DeliveryMetrics } from './delivery-metrics.ts'
import type { Job } from './job.ts'
import { progressAfter, progressWithoutEndpoint } from './progress.ts'
import type { WriteResult } from './result-writer.ts'
import { createSigner, type Signer } from './webhook-request.ts'

/**
 * How long an endpoint that was read earlier may be used, in ms: it can be changed or deleted at any time.
 */
const ENDPOINT_FRESH_MS = 1_000

interface Dependencies {
  readonly sender: Sender
  readonly writeResult: WriteResult
  readonly metrics: DeliveryMetrics
  /** Attempts the next delivery of an endpoint with ordered deliveries. */
  advance(webhookId: string): void
  /** Sweeps soon, to pick up released deliveries. */
  sweepSoon(): void
}

const NO_RESULT: JobResult = { written: Promise.resolve() }

/** Makes one delivery attempt: rereads the endpoint if needed, signs, sends and writes the result. */
export function createAttempt(
  ctx: WebhookContext,
  dependencies: Dependencies,
): (job: Job) => Promise<JobResult> {
  const { clock } = ctx
  const currentEndpoint = createEndpointReader(ctx)
  const sign = createSigner(ctx.config)
  const attempt = async (job: Job): Promise<JobResult> => {
    const { delivery, first } = job
    if (first?.lost.aborted && first.recording.abandon()) return NO_RESULT
    // Leave it to the sweep: the claim could expire during the attempt, and another replica would send it
    // too.
    if (!isClaimSafe(delivery.due_at, clock.now())) return NO_RESULT
    const endpoint = await currentEndpoint(job)
    const write = createFinish(dependencies, job)
    if (endpoint?.enabled) return await attemptAt(ctx, { ...dependencies, sign, write }, job, endpoint)
    return { written: write({ delivery, progress: progressWithoutEndpoint(delivery, clock.now()) }) }
  }
  return (job) =>
    attempt(job)
      .catch((err) => releaseUnsent(ctx, dependencies, job, err))
      .then((done) => {
        if (job.onEnd) done.written.then(job.onEnd, job.onEnd)
        return done
      })
}

/** Releases the delivery unchanged: nothing was sent, so no attempt is counted. */
function releaseUnsent(
  { deliveries, failures, clock }: WebhookContext,
  { sweepSoon }: Dependencies,
  job: Job,
  err: unknown,
): JobResult {
  const { delivery, first } = job
  failures.failed('webhook', delivery.webhook_id, err)
  const release = async () => {
    first?.recording.keep()
    await first?.recording.kept
    await deliveries.release([delivery], clock.now())
    sweepSoon()
  }
  return { sample: { durationMs: 0, kind: 'unmade' }, written: release() }
}

/** Writes the result of a claim, then lets the next ordered delivery go on. */
function createFinish({ writeResult, advance }: Dependencies, { first, delivery }: Job): WriteResult {
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

interface SendDependencies extends Pick<Dependencies, 'sender' | 'metrics'> {
  readonly sign: Signer
  readonly write: WriteResult
}

async function attemptAt(
  ctx: WebhookContext,
  { sender, metrics, sign: signRequest, write }: SendDependencies,
  { delivery, first }: Job,
  endpoint: EndpointRecord,
): Promise<JobResult> {
  const startedAt = ctx.clock.now()
  // Receivers compare it with their own clock.
  const request = signRequest(delivery, endpoint, ctx.testClocks?.realClock.now() ?? startedAt)
  ctx.failures.succeeded(endpoint._id)
  const span = delivery.traceparent ? startSpan(() => attemptSpan(delivery, endpoint)) : undefined
  const result = await sender.send(request)
  span?.end(result?.answer ? { 'http.response.status_code': result.answer.status } : {}, failureOf(result))
  if (!result) {
    if (first?.recording.abandon()) return NO_RESULT
    await first?.recording.kept
    return { written: ctx.deliveries.release([delivery], ctx.clock.now()) }
  }
  metrics.observe(result)
  const endedAt = ctx.clock.now()
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
  const attempt = attemptRecord(delivery.claim, trigger, startedAt, redactedRequest(request, endpoint), shown)
  return {
    sample: paceSample(result, asked),
    written: Promise.all([
      write({ delivery, progress, attempt }),
      updateEndpointHealth(ctx, endpoint, health),
    ]),
  }
}

const attemptSpan = (delivery: Job['delivery'], endpoint: EndpointRecord): SpanFacts => ({
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
