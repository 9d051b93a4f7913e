import type { BookingCheckIn } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { type BookingRecord, NOT_CHECKED_IN } from '../bookings/booking.ts'

/** How long before its start and after its end a booking can be checked in: people come early, and late. */
const AROUND_HOURS = 2
const AROUND_MS = AROUND_HOURS * 3_600_000

interface Arrival {
  readonly given: BookingCheckIn
  /** Of a new attempt. */
  readonly checkInId: string
  readonly now: Date
}

/**
 * Decides on checking a booking in to a queue. One that a queue has refused can be checked in again.
 *
 * @returns the booking itself where it is checked in to this queue already
 * @throws ProblemError `invalid_transition` for one that is not confirmed, not around its time, or in another queue
 */
export function checkedIn(booking: BookingRecord, { given, checkInId, now }: Arrival): BookingRecord {
  const isIn = booking.check_in_id && !booking.check_in_error
  if (isIn && booking.queue_id === given.queue_id) return booking
  if (isIn) throw refused('is in another queue already')
  if (booking.status !== 'confirmed') throw refused(`is ${booking.status}`)
  if (booking.anonymized_at) throw refused('was erased')
  if (Math.max(booking.start.getTime() - now.getTime(), now.getTime() - booking.end.getTime()) > AROUND_MS)
    throw refused(`is not within ${AROUND_HOURS} hours`)
  return {
    ...booking,
    ...NOT_CHECKED_IN,
    checked_in_at: now,
    check_in_id: checkInId,
    queue_id: given.queue_id,
    version: booking.version + 1,
    updated_at: now,
  }
}

const refused = (why: string) =>
  new ProblemError('invalid_transition', `A booking that ${why} cannot be checked in.`)
