import type { CalendarEvent, Vanished } from '../events/calendar-event.ts'
import { boundsOf } from '../events/event-times.ts'
import type { ListQuery, ListScope, SyncToken } from '../events/list-query.ts'
import { fullSyncRequired, GoogleError, invalid } from '../google-error.ts'
import type { Page, Pages } from '../pages.ts'
import { seal } from '../tokens.ts'
import type { Calendar } from './calendar.ts'

/** How long deleted events are kept and sync tokens work; Google names no number. */
const REMEMBERED_MS = 28 * 86_400_000

export type Listed = CalendarEvent | Vanished

/** A page of events.list. https://developers.google.com/workspace/calendar/api/guides/sync */
export function listEvents(
  calendar: Calendar,
  query: ListQuery,
  pages: Pages<Listed>,
  now: number,
): Page<Listed> {
  const { syncToken, pageToken, maxResults } = query
  if (syncToken) refuseExpired(calendar, syncToken, now)
  if (query.updatedMin !== undefined && query.updatedMin < now - REMEMBERED_MS) {
    throw new GoogleError(
      410,
      'updatedMinTooLongAgo',
      'The requested minimum modification time lies too far in the past.',
      { domain: 'calendar', location: 'updatedMin', locationType: 'parameter' },
    )
  }
  if (pageToken !== undefined) {
    const page = pages.next(calendar.id, pageToken, maxResults)
    if (page) return page
    throw invalid('Invalid page token value.', 'pageToken')
  }
  const items = syncToken ? changes(calendar, syncToken) : selected(calendar, query)
  return pages.first(calendar.id, items, maxResults, endingOf(calendar, query, now))
}

/** The last page of a list has a sync token, unless a filter rules out synchronising. */
function endingOf(calendar: Calendar, query: ListQuery, now: number): Record<string, unknown> {
  const { orderBy, updatedMin, iCalUID, q, privateProperties, sharedProperties } = query
  const filters = [orderBy, updatedMin, iCalUID, q, ...privateProperties, ...sharedProperties]
  if (filters.some((filter) => filter !== undefined)) return {}
  const { singleEvents, timeMin, timeMax } = query
  const { id, change, epoch } = calendar
  const token: SyncToken = { singleEvents, timeMin, timeMax, calendar: id, change, epoch, at: now }
  return { nextSyncToken: seal(token) }
}

function refuseExpired(calendar: Calendar, token: SyncToken, now: number): void {
  if (token.calendar !== calendar.id) throw invalid('Invalid sync token value.', 'syncToken')
  if (token.epoch !== calendar.epoch || token.at < now - REMEMBERED_MS || token.change > calendar.change) {
    throw fullSyncRequired()
  }
}

/** An incremental list: the latest state of every changed event, deleted ones included. */
function changes(calendar: Calendar, token: SyncToken): Listed[] {
  const changed = calendar.changedSince(token.change)
  if (!token.singleEvents) return changed
  const single = changed.flatMap((event) => expanded(calendar, event, token, false))
  return [...single, ...calendar.vanishedSince(token.change)]
}

function selected(calendar: Calendar, query: ListQuery): CalendarEvent[] {
  const found: CalendarEvent[] = []
  for (const event of calendar.events) {
    const items = query.singleEvents ? expanded(calendar, event, query, query.showDeleted) : [event]
    for (const item of items) {
      if (isShown(calendar, item, query) && isMatch(item, query) && isWithin(calendar, item, query))
        found.push(item)
    }
  }
  if (query.orderBy === 'updated') return found.sort((a, b) => a.change - b.change)
  if (query.orderBy !== 'startTime') return found
  const starts = new Map(found.map((event) => [event, boundsOf(event, calendar.timeZone).start]))
  return found.sort((a, b) => (starts.get(a) ?? 0) - (starts.get(b) ?? 0))
}

/** Expands a recurring event into its instances; returns anything else unchanged. */
function expanded(
  calendar: Calendar,
  event: CalendarEvent,
  scope: ListScope,
  showDeleted: boolean,
): CalendarEvent[] {
  if (!event.recurrence) return [event]
  if (event.status === 'cancelled' && !showDeleted) return []
  const exceptions = new Set(calendar.exceptionsOf(event.id))
  const instances = calendar.instances(event, { from: scope.timeMin, to: scope.timeMax })
  return instances.filter((instance) => !exceptions.has(instance))
}

/** "Cancelled instances of recurring events … will still be included if showDeleted and singleEvents are both False" */
function isShown(
  calendar: Calendar,
  event: CalendarEvent,
  { showDeleted, singleEvents }: ListQuery,
): boolean {
  if (event.status !== 'cancelled' || showDeleted) return true
  if (singleEvents || event.recurringEventId === undefined) return false
  return calendar.find(event.recurringEventId)?.status !== 'cancelled'
}

/** timeMin is an exclusive bound on the end of events, timeMax on their start. */
function isWithin(calendar: Calendar, event: CalendarEvent, { timeMin, timeMax }: ListScope): boolean {
  if (timeMin === undefined && timeMax === undefined) return true
  if (event.recurrence) return calendar.instances(event, { from: timeMin, to: timeMax }).length > 0
  const { start, end } = boundsOf(event, calendar.timeZone)
  return (timeMin === undefined || end > timeMin) && (timeMax === undefined || start < timeMax)
}

function isMatch(event: CalendarEvent, query: ListQuery): boolean {
  const { fields } = event
  if (query.updatedMin !== undefined && Date.parse(event.updated) < query.updatedMin) return false
  if (query.iCalUID !== undefined && event.iCalUID !== query.iCalUID) return false
  if (query.eventTypes.length > 0 && !query.eventTypes.includes(String(fields.eventType ?? 'default')))
    return false
  const text = [fields.summary, fields.description, fields.location].join(' ').toLowerCase()
  if (query.q !== undefined && !text.includes(query.q.toLowerCase())) return false
  const own = (fields.extendedProperties ?? {}) as Record<string, Record<string, string> | undefined>
  const has = (group: string) => (property: string) => {
    const [name = '', ...value] = property.split('=')
    return own[group]?.[name] === value.join('=')
  }
  return query.privateProperties.every(has('private')) && query.sharedProperties.every(has('shared'))
}
