import { type CloudEvent, guestUpdated } from '@usher/contracts'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { reminderTimes } from './occasions.ts'
import type { ReminderRecord } from './reminder-store.ts'

/** Whether a guest was called and has not arrived. */
export const isAwaited = ({ status, has_arrived }: GuestRecord): boolean =>
  status === 'notified' && !has_arrived

/**
 * Whether an event starts a called guest's time to arrive: a call, or the undo that brings a called guest back. Both
 * restart the no-show time.
 */
function startsWaitForGuest({ type, data }: CloudEvent): boolean {
  const { returned_from, status } = data as { returned_from?: string | null; status?: string }
  return status === 'notified' && (type !== guestUpdated.type || Boolean(returned_from))
}

/**
 * Plans reminders for guests who were called, and cancels those of guests no longer expected.
 *
 * @param before guests as before the events: those not expected then have no reminder
 * @param guests as they are after the events
 */
export async function planReminders(
  ctx: NotificationContext,
  events: readonly CloudEvent[],
  before: ReadonlyMap<string, GuestRecord>,
  guests: ReadonlyMap<string, GuestRecord>,
  session: ClientSession,
): Promise<void> {
  const gone = [...before.values()].filter((known) => {
    const guest = guests.get(known._id)
    return isAwaited(known) && guest && !isAwaited(guest)
  })
  await ctx.reminders.drop(
    gone.map(({ _id }) => _id),
    session,
  )
  const planned: ReminderRecord[] = []
  for (const event of events) {
    const guest = guests.get(event.subject)
    const reminder =
      guest && isAwaited(guest) && startsWaitForGuest(event) ? await reminderOf(ctx, event, guest) : undefined
    if (reminder) planned.push(reminder)
  }
  await ctx.reminders.put(planned, session)
}

async function reminderOf(
  ctx: NotificationContext,
  event: CloudEvent,
  guest: GuestRecord,
): Promise<ReminderRecord | undefined> {
  const { _id, organization_id, queue_id } = guest
  const messages = await ctx.queueMessages.recall(organization_id, queue_id)
  if (!messages.automatic.reminder) return undefined
  const queue = await ctx.queues.recall(organization_id, queue_id)
  const times = reminderTimes(event.time, messages, queue?.no_show_after_minutes ?? null)
  if (!times) return undefined
  const { id: event_id, sequence, requestid: request_id, traceparent } = event
  const cause = { event_id, sequence, request_id, ...(traceparent && { traceparent }) }
  return { _id, organization_id, queue_id, ...cause, ...times }
}
