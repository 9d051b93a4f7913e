import { ifDue, inTransaction, type Job, startDueJob, together } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { bookingReminder } from '../bookings/follow-bookings.ts'
import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'
import { composeMessage, guestRecipient } from '../messages/compose-message.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { Sender } from '../sending/dispatcher.ts'
import { keepNew } from './keep-new.ts'
import { isAwaited } from './plan-reminders.ts'
import type { ReminderRecord } from './reminder-store.ts'

const AT_ONCE = 100

/** Longest delay before a due reminder is found, in ms. */
const SWEEP_MS = 20_000

/** Takes due reminders, and returns what they call for. */
type TakeDue = (now: Date, limit: number, session: ClientSession) => Promise<Due>

interface Due {
  /** Number of reminders taken. */
  readonly taken: number
  readonly steps: readonly Step[]
}

/**
 * Starts creating due reminders. Notifications are only created when due: earlier ones would remain as failed for
 * every guest who arrives in time.
 */
export function startReminders(ctx: NotificationContext, sender: Sender): Job {
  const start = (name: string, next: () => Promise<Date | undefined>, take: TakeDue) =>
    startDueJob(
      name,
      { ...ctx, sweepMs: SWEEP_MS },
      ifDue(ctx.clock, next, () => createDue(ctx, sender, take)),
    )
  return together([
    start(
      'reminders',
      () => ctx.reminders.nextAt(),
      (...due) => dueOfGuests(ctx, ...due),
    ),
    start(
      'booking-reminders',
      () => ctx.bookings.nextReminderAt(),
      (...due) => dueOfBookings(ctx, ...due),
    ),
  ])
}

/**
 * Creates due notifications in batches. After a failure one by one, so that the others get through and those already
 * created for the same call are left out.
 */
async function createDue(ctx: NotificationContext, sender: Sender, take: TakeDue): Promise<void> {
  for (let limit = AT_ONCE; ; ) {
    try {
      if ((await createSome(ctx, sender, take, limit)) < limit) return
    } catch (error) {
      if (limit === 1) throw error
      limit = 1
    }
  }
}

/** Returns the number of reminders taken. */
async function createSome(
  ctx: NotificationContext,
  { claimNew, send }: Sender,
  take: TakeDue,
  limit: number,
): Promise<number> {
  const { taken, made } = await inTransaction(ctx.connection, async (session) => {
    const { taken, steps } = await take(ctx.clock.now(), limit, session)
    return { taken, made: await keepNew(ctx, steps, session, { isRepeated: limit === 1, claimNew }) }
  })
  send(made)
  return taken
}

async function dueOfGuests(
  ctx: NotificationContext,
  now: Date,
  limit: number,
  session: ClientSession,
): Promise<Due> {
  const reminders = await ctx.reminders.takeDue(now, limit, session)
  const guests = await ctx.guests.findByIds(
    reminders.map(({ _id }) => _id),
    session,
  )
  return await stepsOf(reminders, async (reminder) => {
    const guest = guests.get(reminder._id)
    return guest && (await remind(ctx, reminder, guest, now))
  })
}

async function dueOfBookings(
  ctx: NotificationContext,
  now: Date,
  limit: number,
  session: ClientSession,
): Promise<Due> {
  const bookings = await ctx.bookings.takeDue(now, limit, session)
  return await stepsOf(bookings, (booking) => bookingReminder(ctx, booking))
}

async function stepsOf<T>(taken: readonly T[], stepOf: (one: T) => Promise<Step | undefined>): Promise<Due> {
  const steps: Step[] = []
  for (const one of taken) {
    const step = await stepOf(one)
    if (step) steps.push(step)
  }
  return { taken: taken.length, steps }
}

/** The reminder of a guest who is still awaited. */
async function remind(
  ctx: NotificationContext,
  reminder: ReminderRecord,
  guest: GuestRecord,
  now: Date,
): Promise<Step | undefined> {
  const { organization_id, queue_id, event_id, expires_at, no_show_at } = reminder
  if (!isAwaited(guest) || guest.organization_id !== organization_id || guest.queue_id !== queue_id)
    return undefined
  const { automatic } = await ctx.queueMessages.recall(organization_id, queue_id)
  if (!automatic.reminder) return undefined
  const minutes = no_show_at ? Math.round((no_show_at.getTime() - now.getTime()) / MINUTE_MS) : 0
  const { request_id: requestId, traceparent } = reminder
  const origin = {
    organizationId: organization_id,
    actor: 'system',
    requestId,
    ...(traceparent && { traceparent }),
  }
  const occasion = { kind: 'reminder', cause: `reminder ${event_id}`, origin, expires_at } as const
  const recipient = guestRecipient(guest)
  return recipient && (await composeMessage(ctx, occasion, recipient, { minutes_left: minutes || null }))
}
