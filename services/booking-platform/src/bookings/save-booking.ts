import { bookingCancelled, bookingCreated, bookingUpdated, type CloudEvent } from '@usher/contracts'
import { appendToOutbox, newEvent, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { type BookingRecord, type ManageUrl, presentBooking } from './booking.ts'

interface Saved {
  /** null: a new booking. */
  readonly before: BookingRecord | null
  readonly after: BookingRecord
  readonly origin: Origin
  /** Whether it is made or cancelled together with an earlier booking of its series. */
  readonly followsInSeries?: boolean
  /** Further events for other services. */
  readonly others?: readonly CloudEvent[]
}

/**
 * Saves a booking together with its event.
 *
 * @throws Error if it was changed since it was read; in a transaction that is a write conflict first, and it
 * is read again
 */
export async function saveBooking(
  session: ClientSession,
  { bookings, outbox, manageUrl }: BookingPlatformContext,
  { before, after, origin, followsInSeries = false, others = [] }: Saved,
): Promise<void> {
  if (!before) await bookings.insert(after, session)
  else if (!(await bookings.replace(before, after, session)))
    throw new Error('a booking was changed meanwhile')
  const event = bookingEvent(before, after, { origin, manageUrl, followsInSeries })
  await appendToOutbox(outbox, [event, ...others], session)
}

interface Facts {
  readonly origin: Origin
  readonly manageUrl: ManageUrl
  readonly followsInSeries: boolean
}

/** The event for a new or changed booking. */
function bookingEvent(before: BookingRecord | null, after: BookingRecord, facts: Facts) {
  const { _id: subject, version: sequence, updated_at: time } = after
  const common = { subject, sequence, time, origin: facts.origin }
  const data = eventData(after, facts.manageUrl)
  const follows = facts.followsInSeries && { follows_in_series: true }
  if (!before) return newEvent(bookingCreated, { ...common, data: { ...data, ...follows } })
  // A later change of a cancelled booking is an update.
  if (after.status === 'cancelled' && before.status !== 'cancelled')
    return newEvent(bookingCancelled, { ...common, data: { ...data, ...follows } })
  return newEvent(bookingUpdated, { ...common, data: { ...data, previous: previousOf(before, after) } })
}

function eventData(record: BookingRecord, manageUrl: ManageUrl) {
  const { manage_url, ...booking } = presentBooking(record, manageUrl)
  const { id, status, service_type_id, provider_id, start, end, timezone: time_zone, ...shown } = booking
  return {
    id,
    status,
    service_type_id,
    provider_id,
    start,
    end,
    time_zone,
    ...shown,
    service_name: record.service_name,
    provider_name: record.provider_name,
    ...(record.capacity !== undefined && { capacity: record.capacity }),
    manage_url,
  }
}

function previousOf(before: BookingRecord, { start, end, provider_id }: BookingRecord) {
  const isSame =
    before.start.getTime() === start.getTime() &&
    before.end.getTime() === end.getTime() &&
    before.provider_id === provider_id
  if (isSame) return null
  return {
    start: before.start.toISOString(),
    end: before.end.toISOString(),
    provider_id: before.provider_id,
  }
}
