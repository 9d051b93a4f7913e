import type { bookingCheckedIn, DataOf } from '@usher/contracts'
import { deleteAt } from '../expected/booking-copy.ts'
import { addGuest } from '../guests/add-guest.ts'
import { findClass } from '../guests/priority.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import type { GuestBooking } from '../records/guest-record.ts'

export type CheckIn = DataOf<typeof bookingCheckedIn>

interface Known {
  /** A guest with the same phone who is already in a line. */
  readonly duplicateOf: string | null
  /** undefined: its time is not known. */
  readonly booking: GuestBooking | undefined
}

/** Key of the default priority class of guests with a booking, and their tag. */
const BOOKING = 'booking'

/**
 * Adds the customer of a booking to a queue. The ledger records the booking as the reason, and the class that decided
 * the place. Custom fields are not required: a booking has none. In a queue that expects bookings, the time of the
 * booking counts instead of a class, unless one is asked for.
 *
 * @throws ProblemError as {@link addGuest}
 */
export function addBooked(
  state: QueueState,
  { customer, seats, priority: asked, booking_id }: CheckIn,
  act: Act,
  { duplicateOf, booking }: Known,
): GuestChange {
  const { queue, expected } = state
  const usual = queue.bookings ? null : (findClass(queue, BOOKING)?.key ?? null)
  const priority = asked === undefined ? usual : asked
  const { locale, ...person } = customer
  const given = { ...person, ...(locale && { locale }), party_size: seats, priority, tags: [BOOKING] }
  const isHere = { ...queue, expected_version: queue.line_version }
  const others = expected?.bookings.filter(({ id }) => id !== booking_id)
  const without = expected && others ? { queue: isHere, expected: { ...expected, bookings: others } } : {}
  const added = addGuest({ ...state, ...without }, given, act, duplicateOf, [], booking)
  return {
    ...added,
    arrival: {
      ...{ booking_id, organization_id: queue.organization_id, guest_id: added.guest._id },
      delete_at: deleteAt(booking?.end ?? act.now),
    },
    reason: added.reason === undefined ? BOOKING : `${BOOKING}: ${added.reason}`,
  }
}
