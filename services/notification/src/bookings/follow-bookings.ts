import type { CloudEvent } from '@usher/contracts'
import { newId, originOf } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import { bookingKind, bookingOf } from './booking-copy.ts'
import { bookingNotification } from './booking-notification.ts'
import type { BookingRecord } from './booking-store.ts'

/** How long a message about a move waits for another move, unless the booking starts soon. */
const MOVE_DELAY_MS = 2 * MINUTE_MS

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
  const { notifications, clock } = ctx
  const bookings = await ctx.bookings.findByIds([...new Set(events.map(({ subject }) => subject))], session)
  const steps: Step[] = []
  for (const event of events) {
    const before = bookings.get(event.subject)
    if (before && before.sequence >= event.sequence) continue
    const after = bookingOf(event)
    const { _id, organization_id } = after
    bookings.set(event.subject, after)
    const kind = bookingKind(before, after, event)
    const facts = { cause: `${kind} ${event.id}`, origin: originOf(event) }
    const step = kind && (await bookingNotification(ctx, after, { kind, ...facts }))
    if (kind === 'booking_changed' || kind === 'booking_cancelled') {
      const move = takeBack(steps, after) ?? (await notifications.deleteMove(organization_id, _id, session))
      if (step) steps.push(kind === 'booking_changed' ? delayed(step, move, after, clock.now()) : step)
    } else if (step) steps.push(step)
  }
  await ctx.bookings.put([...bookings.values()], session)
  return steps
}

/** Removes the message about a move of the same booking from the steps that are not stored yet. */
function takeBack(steps: Step[], { _id }: BookingRecord): NotificationRecord | undefined {
  const index = steps.findIndex(
    ({ record }) => record.booking_id === _id && record.kind === 'booking_changed',
  )
  return index === -1 ? undefined : steps.splice(index, 1)[0]?.record
}

/** A message about a move, which takes the place of the one before if that was not sent yet. */
function delayed(
  { record, told }: Step,
  before: Pick<NotificationRecord, '_id' | 'created_at' | 'due_at'> | null | undefined,
  { start }: BookingRecord,
  now: Date,
): Step {
  if (record.status !== 'queued') return { record, told }
  if (before) {
    const { _id, created_at, due_at } = before
    return { record: { ...record, _id, created_at, ...(due_at && { due_at }) }, told }
  }
  const isSoon = start.getTime() - now.getTime() < HOUR_MS
  return { record: isSoon ? record : { ...record, due_at: new Date(now.getTime() + MOVE_DELAY_MS) }, told }
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
