import { operations } from '@usher/contracts'
import type { Handler, OperationRouter } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { presentDelivery } from '../deliveries/delivery.ts'
import type { Sender } from '../sending/sender.ts'
import { findEndpoint } from './change-endpoint.ts'
import { sendTest } from './test-endpoint.ts'

/** Serves the sending of examples, under both of its names. */
export function testRoutes(ctx: WebhookContext, { on }: OperationRouter, sender: Sender): void {
  on(operations.testWebhookEndpoint, test(ctx, sender))
  on(operations.testSubscription, test(ctx, sender))
}

const test =
  (ctx: WebhookContext, sender: Sender): Handler<typeof operations.testWebhookEndpoint> =>
  async ({ params, body, caller, idempotency }) => {
    let sent: ReturnType<typeof sendTest> | undefined
    return await ctx.idempotency.once(idempotency, async (session) => {
      const endpoint = await findEndpoint(ctx, caller, params.id)
      // Once, however often the transaction is repeated, which begins only with the insert.
      sent ??= sendTest(ctx, sender, endpoint, body.event_type)
      const delivery = await sent
      await ctx.deliveries.insertMany([delivery], session)
      return { body: presentDelivery(delivery), audit: { changes: {} } }
    })
  }
