import { exampleEvent, operations } from '@usher/contracts'
import { type Handler, newId, OPEN_ALREADY, type OperationRouter, ProblemError } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { redactAnswer, redactHeaders } from '../endpoints/custom-headers.ts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { attemptRecord } from '../log/attempt-record.ts'
import { type DeliveryRecord, newDelivery, presentDelivery } from '../log/delivery.ts'
import type { Dispatcher } from '../pipeline/dispatcher.ts'
import { createSigner } from '../pipeline/webhook-request.ts'
import type { Sender, SendResult } from '../sending/sender.ts'

/**
 * Routes for sending test events, for webhook endpoints and for subscriptions. One at a time per endpoint, so
 * that hanging tests do not pile up.
 */
export function testRoutes(
  ctx: WebhookContext,
  { on }: OperationRouter,
  { dispatcher }: { readonly dispatcher: Pick<Dispatcher, 'sender'> },
): void {
  const handle = test(ctx, dispatcher.sender)
  on(operations.testWebhookEndpoint, handle)
  on(operations.testSubscription, handle)
}

function test(ctx: WebhookContext, sender: Sender): Handler<typeof operations.testWebhookEndpoint> {
  const underWay = new Set<string>()
  return async ({ params, body, caller, idempotency }) => {
    let sent: ReturnType<typeof sendTest> | undefined
    const sendOnce = async () => {
      const endpoint = await ctx.endpoints.require(caller.organization_id, params.id)
      if (underWay.has(endpoint._id)) {
        throw new ProblemError('delivery_in_progress', 'A test is in progress. Wait for its result.')
      }
      underWay.add(endpoint._id)
      return await sendTest(ctx, sender, endpoint, body.event_type).finally(() =>
        underWay.delete(endpoint._id),
      )
    }
    return await ctx.idempotency.once(idempotency, async (session) => {
      // Send once, even if the transaction is retried; it begins only with the insert.
      sent ??= sendOnce()
      const delivery = await sent
      await ctx.deliveryLog.insert(delivery, session)
      return { body: presentDelivery(delivery), audit: { changes: {} } }
    })
  }
}

/** How long a client waits for a test, in ms: less than the gateway's timeout. */
const TEST_LIMIT_MS = 10_000

type Context = Pick<WebhookContext, 'clock' | 'config' | 'versions'>

/**
 * Sends the example of an event type to an endpoint, as a real event would be sent. Returns the delivery with
 * its one attempt; does not store it.
 *
 * @throws ProblemError `service_unavailable` while the service is stopping
 */
async function sendTest(
  context: Context,
  sender: Sender,
  endpoint: EndpointRecord,
  eventType: string,
): Promise<DeliveryRecord> {
  const startedAt = context.clock.now()
  const delivery = testDelivery(context, endpoint, eventType, startedAt)
  const request = createSigner(context.config)(delivery, endpoint, startedAt)
  const result = await withinLimit(sender.send(request))
  if (!result) throw new ProblemError('service_unavailable', 'The service is restarting. Try again.')
  const shown = { url: request.url, headers: redactHeaders(request.headers, endpoint) }
  const answer = redactAnswer(result.answer, request.headers, endpoint)
  return {
    ...delivery,
    status: result.error === null ? 'delivered' : 'failed',
    attempts: [attemptRecord(newId('request'), 'manual', startedAt, shown, { ...result, answer })],
    attempt_count: 1,
    completed_at: context.clock.now(),
  }
}

/** Never due, so never sent again. */
function testDelivery(
  { versions }: Context,
  endpoint: EndpointRecord,
  eventType: string,
  now: Date,
): DeliveryRecord {
  const event = { ...exampleEvent(eventType), id: newId('event'), time: now.toISOString() }
  const ofEndpoint = { ...event, organizationid: endpoint.organization_id }
  const facts = { claim: null, dueAt: now, now, versions }
  const { due_at: _, phone: __, email: ___, ...record } = newDelivery(ofEndpoint, endpoint, facts)
  return { ...record, ordered: false, next_attempt_at: null, test: true }
}

async function withinLimit(sending: Promise<SendResult | undefined>): Promise<SendResult | undefined> {
  const { promise, resolve } = Promise.withResolvers<SendResult>()
  const error = `There was no complete answer within ${TEST_LIMIT_MS / 1000} s, which is how long a test waits`
  const late = {
    durationMs: TEST_LIMIT_MS,
    timings: { ...OPEN_ALREADY, first_byte_ms: null },
    answer: null,
    error,
  }
  const timer = setTimeout(() => resolve(late), TEST_LIMIT_MS)
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
  }
}
