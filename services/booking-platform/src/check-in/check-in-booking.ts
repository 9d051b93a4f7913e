import { type BookingCheckIn, bookingCheckedIn } from '@usher/contracts'
import type { Target } from '@usher/service-kit'
import { newEvent, newId, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingRecord } from '../bookings/booking.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { checkedIn } from './check-in.ts'

interface CheckIn {
  readonly target: Target
  readonly given: BookingCheckIn
  readonly origin: Origin
}

/**
 * Checks a booking in to a queue, once; the event for the queue service commits with it.
 *
 * @throws ProblemError `not_found`, `precondition_failed`, `invalid_transition`
 */
export async function checkInBooking(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { target, given, origin }: CheckIn,
): Promise<{ before: BookingRecord; after: BookingRecord }> {
  const before = await ctx.bookings.requireMatching(target, session)
  const checkInId = newId('checkIn')
  const after = checkedIn(before, { given, checkInId, now: ctx.clock.now() })
  if (after === before) return { before, after }
  const asked = newEvent(bookingCheckedIn, {
    subject: checkInId,
    sequence: 1,
    time: after.updated_at,
    origin,
    data: {
      check_in_id: checkInId,
      booking_id: after._id,
      ...given,
      customer: after.customer,
      seats: after.seats,
      service_type_id: after.service_type_id,
      start: after.start.toISOString(),
      end: after.end.toISOString(),
    },
  })
  await saveBooking(session, ctx, { before, after, origin, others: [asked] })
  return { before, after }
}
