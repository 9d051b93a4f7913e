import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { BookingRecord } from '../bookings/booking.ts'

/**
 * A booking as an iCalendar file (RFC 5545). UID and sequence number let a calendar move or cancel it on
 * reimport.
 *
 * @param url the page on which the customer manages it
 */
export function calendarFile(booking: BookingRecord, url: string): string {
  const calendar = ical({ prodId: { company: 'Usher', product: 'Bookings' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  calendar.createEvent({
    id: booking._id,
    sequence: booking.version,
    start: booking.start,
    end: booking.end,
    stamp: booking.updated_at,
    summary: `${booking.service_name}, ${booking.provider_name}`,
    url,
    status: STATUSES[booking.status],
  })
  return calendar.toString()
}

const STATUSES: Readonly<Record<BookingRecord['status'], ICalEventStatus>> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  no_show: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}
