import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingStore } from '../bookings/booking-store.ts'
import { ofCustomer } from '../bookings/of-customer.ts'
import type { Contact } from '../codes/contact.ts'

interface Whose {
  readonly organizationId: string
  readonly contact: Contact
}

interface CustomerPage {
  /** Bookings that end later are upcoming. */
  readonly now: Date
  /** Past bookings that ended before are left out. */
  readonly since: Date
  /** The last booking of the page before. */
  readonly after: { readonly isPast: boolean; readonly start: Date; readonly id: string } | undefined
  readonly limit: number
}

const bookingsOf = ({ organizationId, contact: { field, value } }: Whose) => ({
  organization_id: organizationId,
  ...ofCustomer(field, value),
})

/** Bookings of one customer: upcoming ones by their start, then past ones, the latest first. */
export async function findBookings(
  { all }: BookingStore,
  whose: Whose,
  { now, since, after, limit }: CustomerPage,
): Promise<BookingRecord[]> {
  const own = bookingsOf(whose)
  const isPast = after?.isPast ?? false
  const behind = (operator: '$gt' | '$lt') =>
    after && {
      $or: [{ start: { [operator]: after.start } }, { start: after.start, _id: { [operator]: after.id } }],
    }
  const ahead = all.find({ ...own, end: { $gt: now }, ...behind('$gt') }).sort({ start: 1, _id: 1 })
  const upcoming = isPast ? [] : await ahead.limit(limit).toArray()
  const left = limit - upcoming.length
  if (left === 0) return upcoming
  const over = { ...own, end: { $lte: now, $gt: since }, ...(isPast && behind('$lt')) }
  const past = await all.find(over).sort({ start: -1, _id: -1 }).limit(left).toArray()
  return [...upcoming, ...past]
}

/** The booking that a customer made last. */
export const findLast = async ({ all }: BookingStore, whose: Whose): Promise<BookingRecord | null> =>
  await all.findOne(bookingsOf(whose), { sort: { created_at: -1, _id: -1 } })
