import { DateTime, IANAZone } from 'luxon'
import rrule from 'rrule'
import { z } from 'zod'
import { GoogleError } from './google-error.ts'

/** The start or end of an event: a date for all-day events, or an instant with the zone for recurrences. */
export interface EventTime {
  readonly date?: string
  /** RFC 3339, stored with an offset. */
  readonly dateTime?: string
  readonly timeZone?: string
}

/**
 * One stored event. Immutable, so that lists keep the version they began with.
 * https://developers.google.com/workspace/calendar/api/v3/reference/events#resource
 */
export interface CalendarEvent {
  readonly id: string
  /** Number of the calendar's change that wrote it, from 1. */
  readonly change: number
  readonly etag: string
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly created: string
  readonly updated: string
  readonly sequence: number
  readonly iCalUID: string
  readonly creator: string
  readonly start: EventTime
  readonly end: EventTime
  /** One RRULE. */
  readonly recurrence?: readonly string[]
  /** For exceptions and instances: the recurring event and the original start. */
  readonly recurringEventId?: string
  readonly originalStartTime?: EventTime
  /** Fields with no effect here: summary, attendees, extended properties and so on. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** The content of a write; the calendar adds the rest. */
export type EventContent = Pick<
  CalendarEvent,
  'status' | 'sequence' | 'start' | 'end' | 'recurrence' | 'fields'
>

export type EventBody = Readonly<Record<string, unknown>>

/** Offsets such as +01:00 are valid for JavaScript only. */
const zone = z.string().refine((name) => IANAZone.isValidZone(name) && !/^[+-]/.test(name))
const properties = z.record(z.string(), z.string()).optional()

/** What clients write, apart from the times. Unknown fields are ignored, as at Google. */
const bodySchema = z.object({
  status: z.enum(['confirmed', 'tentative', 'cancelled']).default('confirmed'),
  sequence: z.int().min(0).optional(),
  recurrence: z.array(z.string().refine(isRule, 'Invalid recurrence rule.')).max(1).default([]),
  summary: z.string().optional(),
  description: z.string().optional(),
  location: z.string().optional(),
  colorId: z.string().optional(),
  transparency: z.enum(['opaque', 'transparent']).optional(),
  visibility: z.enum(['default', 'public', 'private', 'confidential']).optional(),
  eventType: z
    .enum(['default', 'outOfOffice', 'focusTime', 'workingLocation', 'birthday', 'fromGmail'])
    .optional(),
  attendees: z.array(z.looseObject({ email: z.string() })).optional(),
  extendedProperties: z.object({ private: properties, shared: properties }).optional(),
  reminders: z.looseObject({}).optional(),
  source: z.object({ url: z.url(), title: z.string().optional() }).optional(),
})

const timeSchema = z.object({
  date: z.iso.date().optional(),
  dateTime: z.string().optional(),
  timeZone: zone.optional(),
})

/**
 * Parses the body of an insert, or a patched event.
 *
 * @param before the current event, for a patch
 * @throws GoogleError 400 for input that Google rejects
 */
export function readEvent(body: EventBody, calendarZone: string, before?: CalendarEvent): EventContent {
  const given = Object.entries(body).filter(([, value]) => value !== null)
  const { status, sequence, recurrence, ...fields } = parse(bodySchema, Object.fromEntries(given))
  const start = readTime(body.start, 'start', calendarZone)
  const end = readTime(body.end, 'end', calendarZone)
  if ((start.date === undefined) !== (end.date === undefined))
    throw new GoogleError('invalid', 'Invalid start and end times.')
  const length = boundsOf({ start, end }, calendarZone)
  if (length.end < length.start || (start.date !== undefined && length.end === length.start))
    throw new GoogleError('timeRangeEmpty')
  if (recurrence.length > 0) {
    if (before?.recurringEventId)
      throw new GoogleError('invalid', 'Recurring event instances cannot be recurring.')
    // "For recurring events this field is required and specifies the time zone in which the recurrence is expanded."
    if (start.dateTime !== undefined && start.timeZone === undefined)
      throw new GoogleError('required', 'Missing time zone definition for start time.')
  }
  const content = { start, end, ...(recurrence.length > 0 && { recurrence }) }
  return { ...content, fields, status, sequence: sequenceOf(sequence, content, before) }
}

/**
 * Applies a patch: objects are merged, arrays replaced, null removes.
 * https://developers.google.com/workspace/calendar/api/guides/performance#patch
 */
export function patched(before: EventBody, patch: EventBody): EventBody {
  const merged: Record<string, unknown> = { ...before }
  for (const [name, value] of Object.entries(patch)) {
    const old = merged[name]
    if (value === null) delete merged[name]
    else merged[name] = isObject(old) && isObject(value) ? patched(old, value) : value
  }
  return merged
}

const isObject = (value: unknown): value is EventBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws GoogleError 400 `invalid` */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value)
  if (!read.success) throw new GoogleError('invalid', z.prettifyError(read.error))
  return read.data
}

function readTime(value: unknown, name: string, calendarZone: string): EventTime {
  const { date, dateTime, timeZone } = parse(timeSchema, value ?? {})
  if (date !== undefined && dateTime !== undefined) throw new GoogleError('invalid', `Invalid ${name} time.`)
  if (date !== undefined) return { date }
  if (dateTime === undefined) throw new GoogleError('required', `Missing ${name} time.`)
  const time = DateTime.fromISO(dateTime, { zone: timeZone ?? calendarZone })
  if (!time.isValid || !dateTime.includes('T')) throw new GoogleError('invalid', `Invalid ${name} time.`)
  // "A time zone offset is required unless a time zone is explicitly specified in timeZone." (events#start)
  if (timeZone === undefined && !/(Z|[+-]\d\d:\d\d)$/i.test(dateTime))
    throw new GoogleError('required', `Missing time zone definition for ${name} time.`)
  return { dateTime: rfc3339(time), ...(timeZone && { timeZone }) }
}

/** iCalendar's SEQUENCE (RFC 5545 §3.8.7.4): grows with each change of the times; may not be given lower. */
function sequenceOf(
  given: number | undefined,
  content: Pick<EventContent, 'start' | 'end' | 'recurrence'>,
  before: CalendarEvent | undefined,
): number {
  if (before === undefined) return given ?? 0
  if (given !== undefined && given < before.sequence) {
    throw new GoogleError(
      'invalid',
      'Invalid sequence value. The specified sequence number is below the current sequence number.',
    )
  }
  if (given !== undefined && given > before.sequence) return given
  const isSame = timesOf(content) === timesOf(before)
  return isSame ? before.sequence : before.sequence + 1
}

const timesOf = ({ start, end, recurrence }: Pick<EventContent, 'start' | 'end' | 'recurrence'>) =>
  JSON.stringify([
    start.date ?? Date.parse(start.dateTime ?? ''),
    end.date ?? Date.parse(end.dateTime ?? ''),
    recurrence,
  ])

function isRule(line: string): boolean {
  try {
    return line.startsWith('RRULE:') && rrule.RRule.parseString(line).freq !== undefined
  } catch {
    return false
  }
}

/** The instant of an event time; dates start at midnight in the calendar's zone. */
export function instantOf(time: EventTime, calendarZone: string): DateTime {
  if (time.date !== undefined) return DateTime.fromISO(time.date, { zone: calendarZone })
  return DateTime.fromISO(time.dateTime ?? '', { zone: time.timeZone ?? calendarZone })
}

/** Milliseconds of an event's start and of its exclusive end. */
export function boundsOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>, zone: string) {
  // Much faster than creating a DateTime; matters for lists.
  const millisOf = (time: EventTime) =>
    time.dateTime === undefined ? instantOf(time, zone).toMillis() : Date.parse(time.dateTime)
  return { start: millisOf(start), end: millisOf(end) }
}

export const rfc3339 = (time: DateTime): string => time.toISO({ suppressMilliseconds: true }) ?? ''

/** An event as it is sent: times in the calendar's zone, without fractions of a second. */
export function presentEvent(event: CalendarEvent, calendar: { id: string; timeZone: string }, url: string) {
  const present = (time: EventTime) => presentTime(time, calendar.timeZone)
  return {
    ...presentDeleted(event, calendar.timeZone),
    status: event.status,
    htmlLink: `${url}/event?eid=${encodeURIComponent(event.id)}`,
    created: event.created,
    updated: event.updated,
    eventType: 'default',
    ...event.fields,
    attendees: presentAttendees(event, calendar.id),
    creator: { email: event.creator, self: event.creator === calendar.id },
    organizer: { email: calendar.id, self: true },
    start: present(event.start),
    end: present(event.end),
    recurrence: event.recurrence,
    iCalUID: event.iCalUID,
    sequence: event.sequence,
  }
}

/**
 * A deleted event in a list. Google guarantees only the id, and for a cancelled exception also what
 * it is an exception to. Nothing else is sent, so that no client relies on more ("status" on the same page).
 */
export function presentDeleted(event: CalendarEvent, zone: string) {
  const { id, etag, recurringEventId, originalStartTime } = event
  return {
    kind: 'calendar#event',
    etag,
    id,
    status: 'cancelled',
    recurringEventId,
    originalStartTime: originalStartTime && presentTime(originalStartTime, zone),
  }
}

function presentTime(time: EventTime, zone: string): EventTime {
  if (time.dateTime === undefined) return time
  return { ...time, dateTime: rfc3339(DateTime.fromMillis(Date.parse(time.dateTime), { zone })) }
}

/** "attendees[].self: Whether this entry represents the calendar on which this copy of the event appears." */
function presentAttendees({ fields }: CalendarEvent, calendarId: string): object[] | undefined {
  const attendees = fields.attendees as { email: string }[] | undefined
  return attendees?.map((attendee) => ({
    responseStatus: 'needsAction',
    ...attendee,
    ...(attendee.email === calendarId && { self: true }),
  }))
}
