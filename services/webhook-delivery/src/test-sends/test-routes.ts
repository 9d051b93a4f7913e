import { operations } from '@usher/contracts'
import { type Handler, type OperationRouter, ProblemError } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { presentDelivery } from '../log/delivery.ts'
import type { Sender } from '../sending/sender.ts'
import { sendTest } from './test-endpoint.ts'

/**
 * Routes for sending test events, for webhook endpoints and for subscriptions. One at a time per endpoint, so
 * that hanging tests do not pile up.
 */
export function testRoutes(ctx: WebhookContext, { on }: OperationRouter, sender: Sender): void {
  const handle = test(ctx, sender)
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
