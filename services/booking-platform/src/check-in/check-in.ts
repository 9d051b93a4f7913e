import type { BookingCheckIn } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { type BookingRecord, NOT_CHECKED_IN } from '../bookings/booking.ts'

/** A booking can be checked in from this long before its start until this long after its end. */
const AROUND_HOURS = 2
const AROUND_MS = AROUND_HOURS * 3_600_000

interface CheckInRequest {
  readonly given: BookingCheckIn
  /** Id for a new check-in attempt. */
  readonly checkInId: string
  readonly now: Date
}

/**
 * Checks a booking in to a queue. A check-in that a queue refused can be tried again.
 *
 * @returns the unchanged booking if it is already checked in to this queue
 * @throws ProblemError `invalid_transition` if it is not confirmed, not around its time, or in another queue
 */
export function checkedIn(booking: BookingRecord, { given, checkInId, now }: CheckInRequest): BookingRecord {
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
