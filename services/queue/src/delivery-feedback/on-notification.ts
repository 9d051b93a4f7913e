import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationUnconfirmed,
} from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { decideOnEvent } from '../decide-on-event.ts'
import { type DeliveryFeedback, recordFeedback } from './record-feedback.ts'

const UNCONFIRMED = 'No word came that the message arrived.'

/** Shows staff which guests no message reaches: they may have to call out for them. Safe to repeat. */
export const createDeliveryHandler =
  (ctx: QueueContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    const all = events.map((event) => ({ event, ...feedbackIn(event) }))
    const unreachedById = await ctx.guests.unreachedById(all.flatMap(({ guestId }) => guestId ?? []))
    for (const { event, guestId, feedback } of all) {
      const isUnreached = guestId === null ? undefined : unreachedById.get(guestId)
      if (guestId === null || isUnreached === undefined) continue
      const hasArrived = feedback.reason === null
      // Nearly all messages arrive and change nothing.
      if (hasArrived && !isUnreached) continue
      await decideOnEvent(ctx, { event, guestId, actor: 'system', decide: recordFeedback(feedback) })
      if (!hasArrived) unreachedById.set(guestId, true)
    }
  }

function feedbackIn({ type, data, time }: CloudEvent): {
  guestId: string | null
  feedback: DeliveryFeedback
} {
  const parsed = notificationFailed.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a notification')
  const { guest_id, channel, error, created_at, failover_to } = parsed.data
  // Not an outcome: a push that SMS or e-mail follows, and a message given up, as after a call that was taken back.
  const isOutcome = !(channel === 'push' && failover_to) && error?.code !== 'no_longer_of_use'
  const guestId = isOutcome ? guest_id : null
  const reasons: Readonly<Record<string, string | null>> = {
    [notificationDelivered.type]: null,
    [notificationFailed.type]: error?.message ?? 'The message did not arrive.',
    [notificationUnconfirmed.type]: UNCONFIRMED,
  }
  const reason = reasons[type] ?? null
  return { guestId, feedback: { channel, reason, messageAt: new Date(created_at), at: new Date(time) } }
}
