import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

/** What a calendar shows of an appointment. */
export interface CalendarEvent {
  readonly id: string
  readonly status: 'tentative' | 'confirmed' | 'cancelled'
  /** Number of its last change: a calendar ignores files with an earlier one. */
  readonly sequence: number
  /** When it was last changed. */
  readonly stamp: Date
  readonly start: Date
  readonly end: Date
  readonly summary: string
  /** The page on which it is managed. */
  readonly url: string
}

interface Person {
  readonly name: string
  readonly email: string
}

/** Who sends an event to whom. */
export interface Invitation {
  readonly organizer: Person
  readonly attendee: Person
  readonly address: string | null
  readonly phone: string | null
}

/** The iTIP method of an event in a mail (RFC 5546). */
export const invitationMethod = ({ status }: Pick<CalendarEvent, 'status'>) =>
  status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST

/**
 * An event as an iCalendar file (RFC 5545). UID and sequence number let a calendar move or cancel what it has of it.
 *
 * @param invitation of a file that is part of a mail (RFC 6047); undefined: one to download
 */
export function calendarFile(shown: CalendarEvent, invitation?: Invitation): string {
  const calendar = ical({ prodId: { company: 'Usher', product: 'Bookings' } })
  calendar.method(invitation ? invitationMethod(shown) : ICalCalendarMethod.PUBLISH)
  const event = calendar.createEvent({ ...shown, status: STATUSES[shown.status] })
  if (!invitation) return calendar.toString()
  const { organizer, attendee, address, phone } = invitation
  event.organizer(organizer)
  // Customers have agreed by booking; nobody reads what a calendar program would reply.
  event.createAttendee({ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false })
  if (address) event.location(address.replace(/\s*\n\s*/gu, ', '))
  event.description([organizer.name, phone, shown.url].filter(Boolean).join('\n'))
  return calendar.toString()
}

const STATUSES: Readonly<Record<CalendarEvent['status'], ICalEventStatus>> = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}
