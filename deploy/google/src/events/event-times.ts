import { DateTime } from 'luxon'
import type { CalendarEvent, EventTime } from './calendar-event.ts'

/** The instant of an event time; dates start at midnight in the calendar's zone. */
export function instantOf(time: EventTime, calendarZone: string): DateTime {
  if (time.date !== undefined) return DateTime.fromISO(time.date, { zone: calendarZone })
  return DateTime.fromISO(time.dateTime ?? '', { zone: time.timeZone ?? calendarZone })
}

/** Milliseconds of an event's start and of its exclusive end. */
export function boundsOf(
  event: Pick<CalendarEvent, 'start' | 'end'>,
  zone: string,
): { readonly start: number; readonly end: number } {
  return { start: millisOf(event.start, zone), end: millisOf(event.end, zone) }
}

/** Much faster than creating a DateTime; matters for lists. */
const millisOf = (time: EventTime, zone: string): number =>
  time.dateTime === undefined ? instantOf(time, zone).toMillis() : Date.parse(time.dateTime)

/** Formats a time in the requested zone, else the calendar's, without fractions of a second. */
export function presentTime(time: EventTime, zone: string): EventTime {
  if (time.dateTime === undefined) return time
  const dateTime = DateTime.fromMillis(Date.parse(time.dateTime), { zone })
  return { ...time, dateTime: rfc3339(dateTime) }
}

export const rfc3339 = (time: DateTime): string => time.toISO({ suppressMilliseconds: true }) ?? ''

/** Parses RFC 3339 with a mandatory offset; undefined if invalid. */
export function parseInstant(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text)) return undefined
  const time = DateTime.fromISO(text)
  return time.isValid ? time.toMillis() : undefined
}
