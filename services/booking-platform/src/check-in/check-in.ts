import type { BookingCheckIn } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import { type BookingRecord, NOT_CHECKED_IN } from '../bookings/booking.ts'

/** A booking can be checked in from this long before its start until this long after its end. */
const AROUND_HOURS = 2
export const AROUND_MS = AROUND_HOURS * 3_600_000

interface CheckInRequest {
  readonly given: BookingCheckIn
  /** Id for a new check-in attempt. */
  readonly checkInId: string
  readonly now: Date
}

/** Whether its customer is in a queue already, or about to be. */
export const isCheckedIn = ({ check_in_id, check_in_error }: BookingRecord): boolean =>
  check_in_id !== null && check_in_error === null

/** Why a booking cannot be checked in to any queue; undefined: it can. */
export function checkInRefusal(booking: BookingRecord, now: Date): ProblemError | undefined {
  if (isCheckedIn(booking)) return refused('is in another queue already')
  if (booking.status !== 'confirmed') return refused(`is ${booking.status}`)
  if (booking.anonymized_at) return refused('was erased')
  return isAround(booking, now) ? undefined : refused(`is more than ${AROUND_HOURS} hours away`)
}

/** Whether it is about the time of a booking. */
export const isAround = ({ start, end }: Pick<BookingRecord, 'start' | 'end'>, now: Date): boolean =>
  Math.max(start.getTime() - now.getTime(), now.getTime() - end.getTime()) <= AROUND_MS

/**
 * Checks a booking in to a queue. A check-in that a queue refused can be tried again.
 *
 * @returns the unchanged booking if it is already checked in to this queue
 * @throws ProblemError `invalid_transition` if it is not confirmed, not around its time, or in another queue
 */
export function checkedIn(booking: BookingRecord, { given, checkInId, now }: CheckInRequest): BookingRecord {
  if (isCheckedIn(booking) && booking.queue_id === given.queue_id) return booking
  const refusal = checkInRefusal(booking, now)
  if (refusal) throw refusal
  const { place_link: _, ...rest } = booking
  return {
    ...rest,
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
