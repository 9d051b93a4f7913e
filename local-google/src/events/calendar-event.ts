/** A moment of an event: a day of all-day events, or an instant with the zone that recurrences follow. */
export interface EventTime {
  readonly date?: string
  /** RFC 3339, stored with an offset. */
  readonly dateTime?: string
  readonly timeZone?: string
}

export type EventStatus = 'confirmed' | 'tentative' | 'cancelled'

/** What its owner says about an event and nothing here decides on: summary, attendees, extended properties … */
export type EventFields = Readonly<Record<string, unknown>>

/**
 * One event as a calendar stores it; never changed in place, so that lists can keep what they began with.
 * https://developers.google.com/workspace/calendar/api/v3/reference/events#resource
 */
export interface CalendarEvent {
  readonly id: string
  /** The change of its calendar which wrote it: 1 is the first. */
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
  /** Of an exception or instance: the recurring event that it belongs to, and where it was in it. */
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
  readonly fields: EventFields
}

/** What a write gives; the calendar adds the rest. */
export type EventContent = Pick<
  CalendarEvent,
  'status' | 'sequence' | 'start' | 'end' | 'recurrence' | 'fields'
>

/** What a list of single events no longer has: an instance, or an event that has become recurring. */
export interface Vanished {
  readonly id: string
  readonly change: number
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
}
