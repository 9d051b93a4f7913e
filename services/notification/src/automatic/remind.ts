import { earliest, ifDue, inTransaction, type Poller, startDuePoller } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { bookingReminder } from '../bookings/follow-bookings.ts'
import type { NotificationContext } from '../context.ts'
import { keepNew } from './keep-new.ts'
import { occasionalNotification } from './occasional-notification.ts'
import type { Occasion } from './occasions.ts'
import { isAwaited } from './plan-reminders.ts'
import type { ReminderRecord } from './reminder-store.ts'
import { usualWords } from './words.ts'

const AT_ONCE = 100

/** Longest delay before a due reminder is found, in ms. */
const SWEEP_MS = 20_000

/**
 * Starts creating due reminders. Notifications are only created when due: earlier ones would remain as failed for
 * every guest who arrives in time.
 *
 * @param sendSoon triggers sending of what is due
 */
export function startReminders(ctx: NotificationContext, sendSoon: () => void): Poller {
  const works = [
    ifDue(
      ctx.clock,
      () => ctx.reminders.nextAt(),
      () => remindGuests(ctx, sendSoon),
    ),
    ifDue(
      ctx.clock,
      () => ctx.bookings.nextReminderAt(),
      () => remindOfBookings(ctx, sendSoon),
    ),
  ]
  return startDuePoller('reminders', { ...ctx, sweepMs: SWEEP_MS }, async () => {
    return earliest(await Promise.all(works.map((work) => work())))
  })
}

async function remindGuests(ctx: NotificationContext, sendSoon: () => void): Promise<void> {
  const now = ctx.clock.now()
  for (const id of await ctx.reminders.dueIds(now, AT_ONCE)) {
    await inTransaction(ctx.connection, async (session) => {
      const reminder = await ctx.reminders.take(id, now, session)
      if (reminder) await remind(ctx, reminder, now, session)
    })
    sendSoon()
  }
}

async function remindOfBookings(ctx: NotificationContext, sendSoon: () => void): Promise<void> {
  const now = ctx.clock.now()
  for (const id of await ctx.bookings.dueIds(now, AT_ONCE)) {
    await inTransaction(ctx.connection, async (session) => {
      const step = await bookingReminder(ctx, id, now, session)
      await keepNew(ctx, step ? [step] : [], session, CHECKED)
    })
    sendSoon()
  }
}

/** Another replica may have created it, and nothing is claimed: the next sweep sends it. */
const CHECKED = { isRepeated: true }

async function remind(ctx: NotificationContext, reminder: ReminderRecord, now: Date, session: ClientSession) {
  const { _id, organization_id, queue_id, event_id, expires_at, no_show_at } = reminder
  const guest = await ctx.guests.find(organization_id, _id, session)
  if (!guest || !isAwaited(guest) || guest.queue_id !== queue_id) return
  const { automatic } = await ctx.queueMessages.recall(organization_id, queue_id)
  if (!automatic.reminder) return
  const minutes = no_show_at ? Math.round((no_show_at.getTime() - now.getTime()) / MINUTE_MS) : 0
  const filled = await usualWords(ctx, 'reminder', guest, { minutes_left: minutes || null })
  const occasion: Occasion = { kind: 'reminder', cause: `reminder ${event_id}`, expiresAt: expires_at }
  const { request_id: requestid, traceparent } = reminder
  const event = {
    organizationid: organization_id,
    actor: 'system',
    requestid,
    ...(traceparent && { traceparent }),
  }
  const step = occasionalNotification({ event, occasion, guest, filled, now })
  await keepNew(ctx, step ? [step] : [], session, CHECKED)
}
