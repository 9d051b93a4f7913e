import { operations } from '@usher/contracts'
import { type OperationRouter, ProblemError, pageReply, placeOf } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { knownGuest } from '../recipients/recipient.ts'
import { readConversation } from './conversation.ts'

/** Route for a guest's conversation. */
export function conversationRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  on(operations.getConversation, async ({ params, query, caller }) => {
    const guest = await knownGuest(ctx, caller.organization_id, params.id)
    if (caller.queue_ids && !caller.queue_ids.includes(guest.queue_id)) {
      throw new ProblemError('forbidden', 'This API key is not allowed to use the queue of this guest.')
    }
    const { cursors } = ctx
    const list = `conversation ${caller.organization_id} ${guest._id}`
    const [at, id] = placeOf(cursors, list, query) ?? []
    const after = at && id ? { at: new Date(at), id } : undefined
    const found = await readConversation(ctx, guest, { after, limit: query.limit + 1 })
    return pageReply({
      ...{ cursors, list, query, found },
      place: ({ at, entry }) => [at.toISOString(), entry.id],
      present: ({ entry }) => entry,
    })
  })
}
