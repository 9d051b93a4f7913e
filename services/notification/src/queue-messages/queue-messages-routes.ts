import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { requireQueue } from '../queues/require-queue.ts'
import {
  changedMessages,
  messagesChanges,
  presentMessages,
  type QueueMessagesRecord,
} from './queue-messages.ts'

/** Routes for a queue's automatic messages. */
export function queueMessagesRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  const { queueMessages, clock } = ctx

  on(operations.getQueueMessages, async ({ params, caller }) => {
    await requireQueue(ctx, caller, params.id)
    return reply(await queueMessages.find(caller.organization_id, params.id))
  })

  on(operations.updateQueueMessages, async ({ params, body, caller, ifMatch }) => {
    await requireQueue(ctx, caller, params.id)
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const change = (current: QueueMessagesRecord) => changedMessages(current, body, clock.now())
    const { before, after } = await queueMessages.change(target, change)
    return { ...reply(after), audit: { changes: messagesChanges(before, after) } }
  })
}

const reply = (record: QueueMessagesRecord) => ({
  body: presentMessages(record),
  headers: { etag: entityTag(record.version) },
})
