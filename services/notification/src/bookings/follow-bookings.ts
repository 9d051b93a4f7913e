import {
  bookingCancelled,
  bookingCreated,
  type CloudEvent,
  type QuietHours,
  type TemplateKind,
} from '@usher/contracts'
import { earliest, newId, originOf, PermanentError } from '@usher/service-kit'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import { CUSTOMER, composeMessage, customerRecipient, type Occasion } from '../messages/compose-message.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { Invite, NotificationRecord } from '../notifications/notification.ts'
import type { BookingRecord } from './booking-store.ts'
import { holdLimit, reminderTime } from './send-time.ts'

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
    const { quiet_hours = null } = (await ctx.organizations.recall(event.organizationid)) ?? {}
    const after = bookingOf(event, quiet_hours)
    const { _id, organization_id } = after
    bookings.set(event.subject, after)
    const kind = bookingKind(before, after, event)
    const isOfMove = kind === 'booking_changed' || kind === 'booking_cancelled'
    const move = isOfMove
      ? (takeBack(steps, after) ?? (await notifications.deleteMove(organization_id, _id, session)))
      : null
    const quiet = canWait(event) && quietOf(after, [previousLimit(event), move?.quiet?.limit])
    const invite = kind && INVITING.includes(kind) && inviteOf(after, new Date(event.time))
    const occasion = kind && {
      kind,
      cause: `${kind} ${event.id}`,
      origin: originOf(event),
      ...(quiet && { quiet }),
      ...(invite && { invite }),
    }
    const step = occasion && (await bookingMessage(ctx, after, occasion))
    if (step) steps.push(kind === 'booking_changed' ? delayed(step, move, after, clock.now()) : step)
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
  before: NotificationRecord | null,
  { start }: BookingRecord,
  now: Date,
): Step {
  if (record.status !== 'queued') return { record, told }
  const isSoon = start.getTime() - now.getTime() < HOUR_MS
  const due_at = isSoon ? now : new Date(now.getTime() + MOVE_DELAY_MS)
  if (!before) return { record: { ...record, due_at }, told }
  const { _id, created_at, held } = before
  return { record: { ...record, _id, created_at, due_at: (!held && before.due_at) || due_at }, told }
}

/** Whether a message may be held: it answers neither what the customer did nor a booking that is made right now. */
const canWait = ({ type, actor }: CloudEvent): boolean => type !== bookingCreated.type && actor !== CUSTOMER

/**
 * Where quiet hours hold a message, and until when.
 *
 * @param before limits of times that the customer may still expect
 */
function quietOf({ start, time_zone: timezone }: BookingRecord, before: readonly (Date | undefined)[] = []) {
  const own = holdLimit(start)
  return { timezone, limit: earliest([own, ...before]) ?? own }
}

/** Until when the customer must know that a booking does not start when it was to. */
function previousLimit({ data }: CloudEvent): Date | undefined {
  const { previous } = data as { previous?: { start: string } | null }
  return previous ? holdLimit(new Date(previous.start)) : undefined
}

/** Messages by which calendars of customers follow their bookings. */
const INVITING: readonly TemplateKind[] = ['booking_confirmed', 'booking_changed', 'booking_cancelled']

const inviteOf = (booking: BookingRecord, stamp: Date): Invite => ({
  id: booking._id,
  status: booking.status === 'cancelled' ? 'cancelled' : 'confirmed',
  sequence: booking.sequence,
  stamp,
  start: booking.start,
  end: booking.end,
  summary: `${booking.service_name}, ${booking.provider_name}`,
  url: booking.manage_url,
  customer_name: booking.name,
})

/** The due reminder of a booking: one for each time it was moved to. */
export async function bookingReminder(
  ctx: NotificationContext,
  booking: BookingRecord,
): Promise<Step | undefined> {
  const { _id, organization_id: organizationId, start } = booking
  const origin = { organizationId, actor: 'system', requestId: newId('request') }
  const cause = `booking_reminder ${_id} ${start.toISOString()}`
  const occasion = { kind: 'booking_reminder', cause, origin, quiet: quietOf(booking) } as const
  return await bookingMessage(ctx, booking, occasion)
}

/**
 * The message to a customer about a booking; undefined if nothing reaches the customer. Expires when the booking
 * starts.
 */
async function bookingMessage(
  ctx: NotificationContext,
  booking: BookingRecord,
  occasion: Pick<Occasion, 'kind' | 'cause' | 'origin' | 'quiet' | 'invite'>,
): Promise<Step | undefined> {
  const { _id: booking_id, name: guest_name, service_name, provider_name, manage_url, start } = booking
  const about = { booking_id, start: { at: start, timeZone: booking.time_zone }, expires_at: start }
  const values = { guest_name, service_name, provider_name, status_url: manage_url }
  const recipient = customerRecipient(booking)
  return recipient && (await composeMessage(ctx, { ...occasion, ...about }, recipient, values))
}

/**
 * A booking from its event.
 *
 * @throws PermanentError for an event without the required data
 */
function bookingOf(
  { organizationid, sequence, time, data }: CloudEvent,
  quietHours: QuietHours | null,
): BookingRecord {
  const parsed = bookingCreated.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a booking')
  const { id: _id, status, time_zone, customer, service_name, provider_name, manage_url } = parsed.data
  const start = new Date(parsed.data.start)
  const remind_at = reminderTime({ start, time_zone }, quietHours)
  return {
    _id,
    organization_id: organizationid,
    status,
    start,
    end: new Date(parsed.data.end),
    time_zone,
    ...customer,
    service_name,
    provider_name,
    manage_url,
    sequence,
    // A booking at shorter notice needs no reminder.
    ...(status === 'confirmed' && remind_at > new Date(time) && { remind_at }),
  }
}

/** The message to the customer about an event, if any: none about a start that has passed. */
function bookingKind(
  before: BookingRecord | undefined,
  after: BookingRecord,
  { type, time, data, actor }: CloudEvent,
): TemplateKind | undefined {
  if (after.start <= new Date(time)) return undefined
  // Of several at once, the customer is told of the first.
  if ((data as { follows_in_series?: unknown }).follows_in_series) return undefined
  const wasPending = before?.status === 'pending'
  if (type === bookingCancelled.type) {
    return wasPending && actor !== CUSTOMER ? 'booking_declined' : 'booking_cancelled'
  }
  if (type === bookingCreated.type && after.status === 'pending') return 'booking_requested'
  if (after.status !== 'confirmed') return undefined
  if (type === bookingCreated.type || wasPending) return 'booking_confirmed'
  return (data as { previous?: unknown }).previous ? 'booking_changed' : undefined
}
