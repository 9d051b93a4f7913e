import { DateTime, IANAZone } from 'luxon'
import { GoogleError, invalid, required } from '../google-error.ts'
import type { CalendarEvent, EventContent, EventStatus, EventTime } from './calendar-event.ts'
import { boundsOf, parseInstant, rfc3339 } from './event-times.ts'
import { recurrenceProblem } from './recurrence.ts'

/** Fields that clients write and that have no effect here. */
const FREE_FIELDS = [
  'summary description location colorId transparency visibility attendees extendedProperties reminders',
  'eventType workingLocationProperties outOfOfficeProperties focusTimeProperties source conferenceData',
  'guestsCanInviteOthers guestsCanModify guestsCanSeeOtherGuests anyoneCanAddSelf attachments gadget',
].flatMap((line) => line.split(' '))

const STATUSES: readonly string[] = ['confirmed', 'tentative', 'cancelled']
const EVENT_TYPES: readonly string[] = [
  'default',
  'outOfOffice',
  'focusTime',
  'workingLocation',
  'birthday',
  'fromGmail',
]

export type EventBody = Readonly<Record<string, unknown>>

/**
 * Parses the body of an insert or update.
 *
 * @param before the current event, for an update
 * @throws GoogleError 400 for input that Google rejects
 */
export function readEvent(body: EventBody, calendarZone: string, before?: CalendarEvent): EventContent {
  const start = readTime(body.start, 'start', calendarZone)
  const end = readTime(body.end, 'end', calendarZone)
  if ((start.date === undefined) !== (end.date === undefined)) throw invalid('Invalid start and end times.')
  const length = boundsOf({ start, end }, calendarZone)
  if (length.end < length.start || (start.date !== undefined && length.end === length.start)) {
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' })
  }
  const recurrence = readRecurrence(body, before)
  const content = { start, end, ...(recurrence ? { recurrence } : {}), fields: readFields(body) }
  return { ...content, status: readStatus(body.status), sequence: sequenceOf(body, content, before) }
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

/** The body that would write the event unchanged. */
export const bodyOf = ({ fields, status, start, end, recurrence, sequence }: CalendarEvent): EventBody => ({
  ...fields,
  status,
  start,
  end,
  sequence,
  ...(recurrence ? { recurrence } : {}),
})

/** Offsets such as +01:00 are valid for JavaScript only. */
const isZoneName = (name: string): boolean => IANAZone.isValidZone(name) && !/^[+-]/.test(name)

function readTime(value: unknown, name: string, calendarZone: string): EventTime {
  const { date, dateTime, timeZone } = (isObject(value) ? value : {}) as Record<string, string | undefined>
  if (date === undefined && dateTime === undefined) throw required(`Missing ${name} time.`)
  if (date !== undefined && dateTime !== undefined) throw invalid(`Invalid ${name} time.`)
  if (timeZone !== undefined && !isZoneName(timeZone)) {
    throw invalid(`Invalid time zone definition for ${name} time.`)
  }
  if (date !== undefined) {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !DateTime.fromISO(date).isValid)
      throw invalid(`Invalid ${name} time.`)
    return { date }
  }
  return {
    dateTime: readDateTime(String(dateTime), timeZone, name, calendarZone),
    ...(timeZone ? { timeZone } : {}),
  }
}

/** "A time zone offset is required unless a time zone is explicitly specified in timeZone." (events#start) */
function readDateTime(
  text: string,
  timeZone: string | undefined,
  name: string,
  calendarZone: string,
): string {
  if (parseInstant(text) !== undefined) {
    return rfc3339(DateTime.fromISO(text, { zone: timeZone ?? calendarZone }))
  }
  const local = DateTime.fromISO(text, { zone: timeZone ?? calendarZone })
  if (!local.isValid || !text.includes('T')) throw invalid(`Invalid ${name} time.`)
  if (timeZone === undefined) throw required(`Missing time zone definition for ${name} time.`)
  return rfc3339(local)
}

function readRecurrence({ recurrence, start }: EventBody, before?: CalendarEvent): string[] | undefined {
  if (!Array.isArray(recurrence) || recurrence.length === 0) return undefined
  if (before?.recurringEventId) throw invalid('Recurring event instances cannot be recurring.')
  const problem = recurrenceProblem(recurrence.map(String))
  if (problem) throw invalid(problem)
  // "For recurring events this field is required and specifies the time zone in which the recurrence is expanded."
  const { dateTime, timeZone } = start as EventTime
  if (dateTime !== undefined && timeZone === undefined) {
    throw required('Missing time zone definition for start time.')
  }
  return recurrence.map(String)
}

function readFields(body: EventBody): Record<string, unknown> {
  if (body.eventType !== undefined && !EVENT_TYPES.includes(String(body.eventType))) {
    throw invalid('Invalid event type.')
  }
  const given = FREE_FIELDS.filter((name) => body[name] !== undefined && body[name] !== null)
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}

function readStatus(status: unknown): EventStatus {
  if (status === undefined || status === null) return 'confirmed'
  if (!STATUSES.includes(String(status))) throw invalid('Invalid status.')
  return status as EventStatus
}

/** iCalendar's SEQUENCE (RFC 5545 §3.8.7.4): grows with each change of the times; may not be given lower. */
function sequenceOf(
  body: EventBody,
  content: Pick<EventContent, 'start' | 'end' | 'recurrence'>,
  before: CalendarEvent | undefined,
): number {
  const given = typeof body.sequence === 'number' ? body.sequence : undefined
  if (before === undefined) return given ?? 0
  if (given !== undefined && given < before.sequence) {
    throw invalid(
      'Invalid sequence value. The specified sequence number is below the current sequence number.',
    )
  }
  const times = ({ start, end, recurrence }: Pick<EventContent, 'start' | 'end' | 'recurrence'>) =>
    JSON.stringify([
      start.date ?? Date.parse(start.dateTime ?? ''),
      end.date ?? Date.parse(end.dateTime ?? ''),
      recurrence,
    ])
  if (given !== undefined && given > before.sequence) return given
  return times(content) === times(before) ? before.sequence : before.sequence + 1
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
