/** The start or end of an event: a date for all-day events, or an instant with the zone for recurrences. */
export interface EventTime {
  readonly date?: string
  /** RFC 3339, stored with an offset. */
  readonly dateTime?: string
  readonly timeZone?: string
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

/** Fields with no effect here: summary, attendees, extended properties and so on. */
export type EventFields = Readonly<Record<string, unknown>>

/**
 * One stored event. Immutable, so that lists keep the version they began with.
 * https://developers.google.com/workspace/calendar/api/v3/reference/events#resource
 */
export interface CalendarEvent {
  readonly id: string
  /** Number of the calendar's change that wrote it, from 1. */
  readonly change: number
  readonly etag: string
  readonly status: EventStatus
  readonly created: string
  readonly updated: string
  readonly sequence: number
  readonly iCalUID: string
  readonly creator: string
  readonly start: EventTime
  readonly end: EventTime
  readonly recurrence?: readonly string[]
  /** For exceptions and instances: the recurring event and the original start. */
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
  readonly fields: EventFields
}

/** The content of a write; the calendar adds the rest. */
export type EventContent = Pick<
  CalendarEvent,
  'status' | 'sequence' | 'start' | 'end' | 'recurrence' | 'fields'
>

/** Something that a list of single events no longer contains: an instance, or an event that became recurring. */
export interface Vanished {
  readonly id: string
  readonly change: number
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
}
