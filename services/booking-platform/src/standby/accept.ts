import { type Origin, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { book } from '../scheduling/book.ts'
import { booked, type StandbyRecord } from './standby.ts'
import { saveStandby } from './standby-events.ts'

/** Where bookings of offers come from. */
const SOURCE = 'standby'

/**
 * Books the time that is held for a customer; once more, and the booking is the same.
 *
 * @throws ProblemError `hold_expired`, `limit_reached`
 */
export async function acceptOffer(
  session: ClientSession,
  ctx: BookingPlatformContext,
  before: StandbyRecord,
  origin: Origin,
): Promise<{ booking: BookingRecord; after: StandbyRecord }> {
  const { organization_id, offer, booking_id, customer, answers, notes } = before
  if (booking_id) {
    return { booking: await ctx.bookings.require(organization_id, booking_id, session), after: before }
  }
  if (!offer || offer.offered_until <= ctx.clock.now()) {
    throw new ProblemError('hold_expired', 'No time is held for you at the moment.')
  }
  const caller = await ctx.bookingPages.require(organization_id, organization_id, session)
  const body = { hold_id: offer.hold_id, customer, notes, source: SOURCE }
  const booking = await book(session, ctx, { body, answers, caller, origin })
  const after = booked(before, booking._id, ctx.clock.now())
  await saveStandby(session, ctx, { before, after, origin })
  return { booking, after }
}
