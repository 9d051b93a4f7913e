import type { CloudEvent } from '@usher/contracts'
import { appendToOutbox, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import type { BookingRecord } from './booking.ts'
import { bookingEvent } from './booking-events.ts'

interface Saved {
  /** null: it is new. */
  readonly before: BookingRecord | null
  readonly after: BookingRecord
  readonly origin: Origin
  /** Events for other services besides. */
  readonly others?: readonly CloudEvent[]
}

/**
 * Keeps a booking as it is now, together with the event that tells of it.
 *
 * @throws Error where it was changed since it was read: within a transaction it conflicts before, and is read again
 */
export async function saveBooking(
  session: ClientSession,
  { bookings, outbox, manageUrl }: BookingPlatformContext,
  { before, after, origin, others = [] }: Saved,
): Promise<void> {
  if (!before) await bookings.insert(after, session)
  else if (!(await bookings.replace(before, after, session)))
    throw new Error('a booking was changed meanwhile')
  await appendToOutbox(outbox, [bookingEvent(before, after, { origin, manageUrl }), ...others], session)
}
