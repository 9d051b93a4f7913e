import { type Origin, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { checkInRefusal, isCheckedIn } from './check-in.ts'
import { checkInBooking } from './check-in-booking.ts'

/**
 * Checks a booking in for its customer, to the first queue that takes it; once.
 *
 * @throws ProblemError `invalid_transition`, `no_queue_for_booking`
 */
export async function checkInOwn(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organization_id: organizationId, _id: id }: BookingRecord,
  origin: Origin,
): Promise<{ before: BookingRecord; after: BookingRecord }> {
  const booking = await ctx.bookings.require(organizationId, id, session)
  if (isCheckedIn(booking)) return { before: booking, after: booking }
  const refusal = checkInRefusal(booking, ctx.clock.now())
  if (refusal) throw refusal
  const queue = await ctx.queueCopies.taking(organizationId, booking.service_type_id, session)
  if (!queue) throw new ProblemError('no_queue_for_booking', 'Ask the staff to check you in.')
  const target = { organizationId, id, ifMatch: undefined }
  return await checkInBooking(session, ctx, { target, given: { queue_id: queue._id }, origin })
}

/** Whether the customer can check in by themselves now. */
export async function canCheckInOwn(
  ctx: Pick<BookingPlatformContext, 'queueCopies' | 'clock'>,
  booking: BookingRecord,
  session?: ClientSession,
): Promise<boolean> {
  if (checkInRefusal(booking, ctx.clock.now())) return false
  const { organization_id, service_type_id } = booking
  return (await ctx.queueCopies.taking(organization_id, service_type_id, session)) !== null
}
