import type { CloudEvent } from '@usher/contracts'
import { newId, originOf } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import { bookingKind, bookingOf } from './booking-copy.ts'
import { bookingNotification } from './booking-notification.ts'
import type { BookingRecord } from './booking-store.ts'

/**
 * Applies booking events, and returns the notifications they call for. Ignores events older than the last one
 * applied.
 */
export async function followBookings(
  ctx: NotificationContext,
  events: readonly CloudEvent[],
  session: ClientSession,
): Promise<Step[]> {
  if (events.length === 0) return []
  const bookings = await ctx.bookings.findByIds([...new Set(events.map(({ subject }) => subject))], session)
  const steps: Step[] = []
  for (const event of events) {
    const before = bookings.get(event.subject)
    if (before && before.sequence >= event.sequence) continue
    const after = bookingOf(event)
    bookings.set(event.subject, after)
    const kind = bookingKind(before, after, event)
    const facts = { cause: `${kind} ${event.id}`, origin: originOf(event) }
    const step = kind && (await bookingNotification(ctx, after, { kind, ...facts }))
    if (step) steps.push(step)
  }
  await ctx.bookings.put([...bookings.values()], session)
  return steps
}

/** The due reminder of a booking: one for each time it was moved to. */
export async function bookingReminder(
  ctx: NotificationContext,
  booking: BookingRecord,
): Promise<Step | undefined> {
  const { _id, organization_id: organizationId, start } = booking
  const origin = { organizationId, actor: 'system', requestId: newId('request') }
  const cause = `booking_reminder ${_id} ${start.toISOString()}`
  return await bookingNotification(ctx, booking, { kind: 'booking_reminder', cause, origin })
}
