import {
  type Channel,
  type CloudEvent,
  type EventTypeIn,
  guestUpdated,
  notificationFailed,
} from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { decideOnEvent } from '../decide-on-event.ts'
import type { GuestDecision } from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { type GuestRecord, isInLine, type Unreached } from '../records/guest-record.ts'

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
  const reasons: Record<EventTypeIn<'queue.reach'>, string | null> = {
    'notification.delivered': null,
    'notification.failed': error?.message ?? 'The message did not arrive.',
    'notification.unconfirmed': UNCONFIRMED,
  }
  const reason = reasons[type as EventTypeIn<'queue.reach'>] ?? null
  return { guestId, feedback: { channel, reason, messageAt: new Date(created_at), at: new Date(time) } }
}

/** Whether a message reached its guest. */
interface DeliveryFeedback {
  readonly channel: Channel
  /** Why the message did not arrive, in plain words; null: it did. */
  readonly reason: string | null
  /** When the message was created. */
  readonly messageAt: Date
  readonly at: Date
}

/**
 * Marks a guest in line as unreached when a message fails, until a message created later arrives. Feedback may be
 * repeated and in any order.
 */
const recordFeedback =
  ({ channel, reason, messageAt, at }: DeliveryFeedback): GuestDecision =>
  (state, guest, act) => {
    const unchanged = { state, guest, events: [] }
    if (!isInLine(guest.status) || isOutdated(guest, messageAt, reason)) return unchanged
    const unreached: Unreached | null =
      reason === null ? null : { since: at, channel, reason, message_at: messageAt }
    return guestChange(guestUpdated, state, { ...guest, unreached }, act)
  }

function isOutdated({ unreached }: GuestRecord, messageAt: Date, reason: string | null): boolean {
  if (!unreached) return reason === null
  const ahead = unreached.message_at.getTime() - messageAt.getTime()
  return reason === null ? ahead > 0 : ahead >= 0
}
