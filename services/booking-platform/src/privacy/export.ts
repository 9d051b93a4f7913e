import { presentBooking } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { BOOKINGS, type Outcome, type PrivacyState } from './state.ts'

/** Exports the next batch of bookings of an organisation or of one customer. */
export async function exportBookings(
  { bookings, manageUrl }: BookingPlatformContext,
  organizationId: string,
  ofWhom: object,
  state: PrivacyState,
): Promise<Outcome> {
  const page = { afterId: state.after || undefined, limit: BOOKINGS }
  const found = await bookings.list(organizationId, page, ofWhom)
  const data = found.map((record) => {
    // Leave out the link: it is a credential, not data.
    const { manage_url: _, ...shown } = presentBooking(record, manageUrl)
    return { type: 'booking', ...shown }
  })
  const part = state.parts + 1
  const answer = { part, records: data.length, data }
  const last = found.at(-1)
  if (found.length < BOOKINGS || !last) return { answer }
  return { answer, state: { ...state, parts: part, after: last._id } }
}
