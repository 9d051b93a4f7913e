import type { bookingCheckedIn, DataOf } from '@usher/contracts'
import { addGuest } from '../guests/add-guest.ts'
import { findClass } from '../guests/priority.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'

export type CheckIn = DataOf<typeof bookingCheckedIn>

/** Key of the default priority class of guests with a booking, and their tag. */
const BOOKING = 'booking'

/**
 * Adds the customer of a booking to a queue. The ledger records the booking as the reason, and the class that decided
 * the place. Custom fields are not required: a booking has none.
 *
 * @throws ProblemError as {@link addGuest}
 */
export function addBooked(
  state: QueueState,
  { customer, seats, priority: asked }: CheckIn,
  act: Act,
  duplicateOf: string | null,
): GuestChange {
  const priority = asked === undefined ? (findClass(state.queue, BOOKING)?.key ?? null) : asked
  const { locale, ...person } = customer
  const given = { ...person, ...(locale && { locale }), party_size: seats, priority, tags: [BOOKING] }
  const added = addGuest(state, given, act, duplicateOf, [])
  return { ...added, reason: added.reason === undefined ? BOOKING : `${BOOKING}: ${added.reason}` }
}
