import { type CloudEvent, replyForwarded } from '@usher/contracts'
import { originOf, PermanentError, ProblemError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { noteReply } from '../guests/unread-replies.ts'
import { ACTOR } from '../own-place/guest-request.ts'

/** Shows staff which guests wrote to them. Safe to repeat. */
export const createForwardedHandler =
  (ctx: QueueContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) await note(ctx, event)
  }

async function note({ writer, statusUrl, clock }: QueueContext, event: CloudEvent): Promise<void> {
  const parsed = replyForwarded.data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not a reply for the staff')
  const { guest_id, received_at } = parsed.data
  const act = { now: clock.now(), origin: { ...originOf(event), actor: ACTOR }, statusUrl }
  const access = { organization_id: event.organizationid }
  const decide = noteReply(new Date(received_at))
  await writer
    .submit(guestCommand(guest_id, access, (state, guest) => decide(state, guest, act)))
    .catch((error) => {
      // Another organisation's guest, or a deleted queue: nobody to show it to.
      if (!(error instanceof ProblemError) || error.code === 'service_unavailable') throw error
    })
}
