import type { BookingUpdate, calendarBookingChangeRequested, DataOf } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { type BookingRecord, isOpen } from '../bookings/booking.ts'

export type Requested = DataOf<typeof calendarBookingChangeRequested>

/** What a calendar change means for the current booking. */
export type Verdict = 'move' | 'cancel' | 'stale' | 'unchanged'

/**
 * Decides what a calendar change means. The booking takes precedence: if it was moved meanwhile or is with
 * another provider, the change is stale. Deleting the event cancels the booking whatever its time, as long as
 * the provider is the same.
 */
export function verdictOf(booking: BookingRecord, { change, expected, provider_id }: Requested): Verdict {
  if (change.kind === 'cancel' && booking.status === 'cancelled') return 'unchanged'
  if (booking.provider_id !== provider_id || booking.status === 'cancelled') return 'stale'
  if (change.kind === 'cancel') return 'cancel'
  if (isAt(booking, change)) return 'unchanged'
  if (!isAt(booking, expected) && isOpen(booking)) return 'stale'
  return 'move'
}

const isAt = (booking: BookingRecord, { start, end }: { start: string; end: string }): boolean =>
  booking.start.getTime() === Date.parse(start) && booking.end.getTime() === Date.parse(end)

/** The change as an update request; the duration is left out if it stays the same. */
export function updateOf(
  { start: from, end: to }: BookingRecord,
  { start, end }: { readonly start: string; readonly end: string },
): BookingUpdate {
  const lengthMs = Date.parse(end) - Date.parse(start)
  const isSameLength = lengthMs === to.getTime() - from.getTime()
  return { start, ...(!isSameLength && { duration_minutes: lengthMs / MINUTE_MS }) }
}
