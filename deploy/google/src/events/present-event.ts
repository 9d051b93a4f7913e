import type { CalendarEvent, Vanished } from './calendar-event.ts'
import { presentTime } from './event-times.ts'

interface PresentOptions {
  /** The time zone of the response. */
  readonly zone: string
  /** The calendar's address, its events' organizer. */
  readonly calendarId: string
  readonly publicUrl: string
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/events#resource */
export function presentEvent(event: CalendarEvent, { zone, calendarId, publicUrl }: PresentOptions) {
  return {
    kind: 'calendar#event',
    etag: event.etag,
    id: event.id,
    status: event.status,
    htmlLink: `${publicUrl}/event?eid=${encodeURIComponent(event.id)}`,
    created: event.created,
    updated: event.updated,
    eventType: 'default',
    ...event.fields,
    ...presentAttendees(event, calendarId),
    creator: { email: event.creator, self: event.creator === calendarId },
    organizer: { email: calendarId, self: true },
    start: presentTime(event.start, zone),
    end: presentTime(event.end, zone),
    ...(event.recurrence ? { recurrence: event.recurrence } : {}),
    ...(event.recurringEventId ? { recurringEventId: event.recurringEventId } : {}),
    ...(event.originalStartTime ? { originalStartTime: presentTime(event.originalStartTime, zone) } : {}),
    iCalUID: event.iCalUID,
    sequence: event.sequence,
  }
}

/** "attendees[].self: Whether this entry represents the calendar on which this copy of the event appears." */
function presentAttendees({ fields }: CalendarEvent, calendarId: string) {
  if (!Array.isArray(fields.attendees)) return {}
  const attendees = fields.attendees.map((attendee) => ({
    responseStatus: 'needsAction',
    ...attendee,
    ...(attendee.email === calendarId ? { self: true } : {}),
  }))
  return { attendees }
}

/**
 * A deleted event in a list. Google guarantees only the id, and for a cancelled exception also what
 * it is an exception to. Nothing else is sent, so that no client relies on more ("status" on the same page).
 */
export function presentDeleted(event: CalendarEvent | Vanished, zone: string) {
  return {
    kind: 'calendar#event',
    etag: 'etag' in event ? event.etag : `"${event.change}"`,
    id: event.id,
    status: 'cancelled',
    ...(event.recurringEventId ? { recurringEventId: event.recurringEventId } : {}),
    ...(event.originalStartTime ? { originalStartTime: presentTime(event.originalStartTime, zone) } : {}),
  }
}
