import type { calendar_v3 } from '@googleapis/calendar'
import type { Google } from '../google/google.ts'
import { GoogleError } from '../google/google-error.ts'
import type { Remote } from './decide.ts'
import { type GoogleEvent, type Span, spanOf } from './google-event.ts'

/** Events on one page: the most that Google gives. */
const PAGE = 2_500

type Fields = calendar_v3.Schema$Event

export interface EventPage {
  readonly events: readonly GoogleEvent[]
  readonly timeZone: string
  readonly nextPage: string | undefined
  /** On the last page: where to go on from. */
  readonly syncToken: string | undefined
}

/** Where a list begins, or goes on. */
export type ListFrom = { readonly syncToken: string } | { readonly window: Span }

/** The events of one calendar at Google. Every method fails with `GoogleError` that says what to do about it. */
export interface EventsApi {
  list(from: ListFrom, page: string | undefined): Promise<EventPage>
  /** null: Google confirms that there is none, or that it was deleted. */
  get(eventId: string): Promise<GoogleEvent | null>
  insert(eventId: string, fields: Fields): Promise<GoogleEvent>
  patch(eventId: string, etag: string, fields: Fields): Promise<GoogleEvent>
  /** Also of one that is not there. */
  delete(eventId: string): Promise<void>
  watch(channel: {
    id: string
    token: string
    address: string
  }): Promise<{ resourceId: string; expiration: number }>
  stop(channel: { id: string; resourceId: string }): Promise<void>
}

export function createEventsApi(google: Google, calendarId: string): EventsApi {
  return {
    async list(from, pageToken) {
      const span = 'syncToken' in from ? { syncToken: from.syncToken } : windowOf(from.window)
      // Occurrences one by one: whoever moves one of them moves that time alone.
      const asked = {
        calendarId,
        singleEvents: true,
        maxResults: PAGE,
        ...span,
        ...(pageToken && { pageToken }),
      }
      const page = await google.call((api) => api.events.list(asked))
      return {
        events: (page.items ?? []).flatMap(eventOf),
        timeZone: page.timeZone ?? 'UTC',
        nextPage: page.nextPageToken ?? undefined,
        syncToken: page.nextSyncToken ?? undefined,
      }
    },
    async get(eventId) {
      try {
        const [event] = eventOf(await google.call((api) => api.events.get({ calendarId, eventId })))
        return event && event.status !== 'cancelled' ? event : null
      } catch (error) {
        if (isAway(error)) return null
        throw error
      }
    },
    insert: async (id, fields) =>
      required(await google.call((api) => api.events.insert({ calendarId, requestBody: { id, ...fields } }))),
    patch: async (eventId, etag, fields) =>
      required(
        await google.call((api) =>
          api.events.patch({ calendarId, eventId, requestBody: fields }, { headers: { 'If-Match': etag } }),
        ),
      ),
    async delete(eventId) {
      try {
        await google.call((api) => api.events.delete({ calendarId, eventId }))
      } catch (error) {
        if (!isAway(error)) throw error
      }
    },
    async watch({ id, token, address }) {
      const requestBody = { id, token, address, type: 'web_hook' }
      const opened = await google.call((api) => api.events.watch({ calendarId, requestBody }))
      return { resourceId: opened.resourceId ?? '', expiration: Number(opened.expiration) }
    },
    async stop({ id, resourceId }) {
      await google.call((api) => api.channels.stop({ requestBody: { id, resourceId } }))
    },
  }
}

/** A sync token keeps the window of the list that gave it; with a token none may be given (events.list, `syncToken`). */
const windowOf = ({ start, end }: Span) => ({
  timeMin: new Date(start).toISOString(),
  timeMax: new Date(end).toISOString(),
})

export const isFault = (error: unknown, ...faults: readonly GoogleError['fault'][]): boolean =>
  error instanceof GoogleError && faults.includes(error.fault)

/** Only these two say that an event is not there. */
const isAway = (error: unknown): boolean => isFault(error, 'not_found', 'gone')

function eventOf(event: Fields): GoogleEvent[] {
  const { id, etag, status, start, end, transparency, eventType, attendees } = event
  if (!id) return []
  return [
    {
      ...{ id, etag: etag ?? '', status: statusOf(status) },
      ...(start && { start }),
      ...(end && { end }),
      ...(transparency && { transparency }),
      ...(eventType && { eventType }),
      ...(attendees && { attendees: attendees.map(attendeeOf) }),
      ownProperties: event.extendedProperties?.private ?? {},
    },
  ]
}

const statusOf = (status: string | null | undefined): GoogleEvent['status'] =>
  status === 'cancelled' || status === 'tentative' ? status : 'confirmed'

const attendeeOf = ({ self, responseStatus }: calendar_v3.Schema$EventAttendee) => ({
  ...(self && { self }),
  ...(responseStatus && { responseStatus }),
})

function required(written: Fields): GoogleEvent {
  const [event] = eventOf(written)
  if (!event) throw new GoogleError('invalid', { reason: 'no_event' })
  return event
}

/** What sync compares of an event; null for one that is deleted, or at no time. */
export function remoteOf(event: GoogleEvent, zone: string): Remote | null {
  const span = spanOf(event, zone)
  if (event.status === 'cancelled' || !span) return null
  return { ...span, etag: event.etag, status: event.status }
}
