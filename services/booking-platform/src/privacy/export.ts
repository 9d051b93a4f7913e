import { presentBooking } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { BOOKINGS, type Outcome, type PrivacyState } from './state.ts'

/** Exports the next bookings of an organisation, or those of one customer of it. */
export async function exportBookings(
  { bookings, manageUrl }: BookingPlatformContext,
  organizationId: string,
  ofWhom: object,
  state: PrivacyState,
): Promise<Outcome> {
  const page = { afterId: state.after || undefined, limit: BOOKINGS }
  const found = await bookings.list(organizationId, ofWhom, page)
  const data = found.map((record) => {
    // The link opens the booking: it is a key, not data.
    const { manage_url: _, ...shown } = presentBooking(record, manageUrl)
    return { type: 'booking', ...shown }
  })
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const last = found.at(-1)
  if (found.length < BOOKINGS || !last) return { answer }
  return { answer, state: { ...state, parts: part, after: last._id } }
}
