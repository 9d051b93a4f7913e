import { operations, webhookEventTypes } from '@usher/contracts'
import type { Handler, OperationRouter } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'

/** Routes listing event types, for webhook endpoints and for subscriptions. */
export function eventTypeRoutes(_ctx: WebhookContext, { on }: OperationRouter): void {
  const data = webhookEventTypes()
  const list: Handler<typeof operations.listEventTypes> = async () => ({ body: { data } })
  on(operations.listEventTypes, list)
  on(operations.listSubscriptionEventTypes, list)
}
