import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter, requireMatch } from '@usher/service-kit'
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
    // If another writer was first, check If-Match against their version.
    for (;;) {
      const before = await queueMessages.find(caller.organization_id, params.id)
      requireMatch(ifMatch, before.version)
      const after = changedMessages(before, body, clock.now())
      if (!(await queueMessages.replace(before, after))) continue
      return { ...reply(after), audit: { changes: messagesChanges(before, after) } }
    }
  })
}

const reply = (record: QueueMessagesRecord) => ({
  body: presentMessages(record),
  headers: { etag: entityTag(record.version) },
})
