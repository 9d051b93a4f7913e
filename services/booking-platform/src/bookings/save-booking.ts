import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import type { BookingRecord } from './booking.ts'
import { bookingEvent } from './booking-events.ts'

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
