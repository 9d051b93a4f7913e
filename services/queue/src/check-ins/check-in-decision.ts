import type { bookingCheckedIn, DataOf } from '@usher/contracts'
import { addGuest } from '../guests/add-guest.ts'
import { findClass } from '../guests/priority.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'

export type CheckIn = DataOf<typeof bookingCheckedIn>

/** Key of the class that guests with a booking are given unless told, and what they are tagged with. */
const BOOKING = 'booking'

/**
 * Decides on adding the customer of a booking to a queue. The ledger tells that a booking is why, and of which class
 * the place is. Custom fields are not asked for, even where they are required: a booking has none.
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
