import { randomBytes } from 'node:crypto'
import type { CalendarEvent } from '../events/calendar-event.ts'
import { bodyOf, type EventBody, patched, readEvent } from '../events/event-input.ts'
import { conditionNotMet, deleted, duplicate, invalid, notFound } from '../google-error.ts'
import type { Calendar } from './calendar.ts'

/** "characters allowed … lowercase letters a-v and digits 0-9, … between 5 and 1024 characters" (events#id). */
const ID = /^[a-v0-9]{5,1024}$/

/**
 * https://developers.google.com/workspace/calendar/api/v3/reference/events/insert
 *
 * @throws GoogleError 409 for an id that was used before, even by a deleted event
 */
export function insertEvent(calendar: Calendar, body: EventBody, creator: string): CalendarEvent {
  const { id = randomBytes(13).toString('hex'), iCalUID } = body as { id?: string; iCalUID?: string }
  if (typeof id !== 'string' || !ID.test(id)) throw invalid('Invalid resource id value.')
  if (calendar.has(id)) throw duplicate()
  return calendar.insert(id, readEvent(body, calendar.timeZone), creator, iCalUID)
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/update */
export function updateEvent(
  calendar: Calendar,
  id: string,
  body: EventBody,
  ifMatch?: string,
): CalendarEvent {
  const event = existing(calendar, id, ifMatch)
  return calendar.replace(event, readEvent(body, calendar.timeZone, event))
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/patch */
export function patchEvent(
  calendar: Calendar,
  id: string,
  patch: EventBody,
  ifMatch?: string,
): CalendarEvent {
  const event = existing(calendar, id, ifMatch)
  return calendar.replace(event, readEvent(patched(bodyOf(event), patch), calendar.timeZone, event))
}

/**
 * https://developers.google.com/workspace/calendar/api/v3/reference/events/delete
 *
 * @throws GoogleError 410 if it is deleted already
 */
export function deleteEvent(calendar: Calendar, id: string, ifMatch?: string): void {
  const event = existing(calendar, id)
  if (event.status === 'cancelled') throw deleted()
  requireMatch(event, ifMatch)
  const { status: _status, ...content } = event
  calendar.replace(event, { ...content, status: 'cancelled' })
}

/**
 * https://developers.google.com/workspace/calendar/api/v3/reference/events/move: the event keeps its ids, and the
 * calendar that it leaves reports it as deleted.
 */
export function moveEvent(source: Calendar, id: string, destination: Calendar): CalendarEvent {
  const event = existing(source, id)
  if (event.status === 'cancelled') throw deleted()
  if (event.recurringEventId) throw invalid('Cannot change the organizer of an instance.')
  const moved = destination.receive(event)
  deleteEvent(source, id)
  return moved
}

function existing(calendar: Calendar, id: string, ifMatch?: string): CalendarEvent {
  const event = calendar.find(id)
  if (!event) throw notFound()
  requireMatch(event, ifMatch)
  return event
}

/** https://developers.google.com/workspace/calendar/api/guides/version-resources#conditional_modification */
function requireMatch(event: CalendarEvent, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch === '*') return
  if (!ifMatch.split(',').some((tag) => tag.trim() === event.etag)) throw conditionNotMet()
}
