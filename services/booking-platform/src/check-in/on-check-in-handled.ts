import { bookingCheckInHandled, type CloudEvent } from '@usher/contracts'
import { inTransaction, originOf, PermanentError } from '@usher/service-kit'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'

/**
 * Records the outcome of check-ins. Idempotent: each attempt has one outcome, and the outcome of a superseded
 * attempt is ignored.
 */
export const createHandledHandler =
  (ctx: BookingPlatformContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = bookingCheckInHandled.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not what became of a check-in')
      const { check_in_id, booking_id, guest_id, reason, status_url } = parsed.data
      await inTransaction(ctx.connection, async (session) => {
        const [before] = await ctx.bookings.findMany(event.organizationid, [booking_id], session)
        if (before?.check_in_id !== check_in_id || before.guest_id || before.check_in_error) return
        const place = status_url && { place_link: ctx.placeLinks.seal(booking_id, status_url) }
        const outcome = { guest_id, check_in_error: reason, ...place }
        const after = { ...before, ...outcome, version: before.version + 1, updated_at: ctx.clock.now() }
        await saveBooking(session, ctx, { before, after, origin: originOf(event) })
      })
    }
  }
