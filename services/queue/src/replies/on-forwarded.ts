import { type CloudEvent, replyForwarded } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { decideOnEvent } from '../decide-on-event.ts'
import { noteReply } from '../guests/unread-replies.ts'
import { ACTOR } from '../records/guest-record.ts'

/** Shows staff which guests wrote to them. Safe to repeat. */
export const createForwardedHandler =
  (ctx: QueueContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = replyForwarded.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not a reply for the staff')
      const { guest_id: guestId, received_at } = parsed.data
      await decideOnEvent(ctx, { event, guestId, actor: ACTOR, decide: noteReply(new Date(received_at)) })
    }
  }
