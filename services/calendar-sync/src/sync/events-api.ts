import type { calendar_v3 } from '@googleapis/calendar'
import type { Google } from '../google/google.ts'
import { GoogleError, notGoogles, readAnswer } from '../google/google-error.ts'
import { channelSchema, type EventPage, listSchema, PAGE, pageOf, required } from './event-answers.ts'
import type { Remote } from './rules/decide.ts'
import { type GoogleEvent, type Span, spanOf } from './rules/google-event.ts'

type Fields = calendar_v3.Schema$Event

/** Where a list starts or resumes. */
export type ListFrom = { readonly syncToken: string } | { readonly window: Span }

/** The events of one calendar at Google. Every method fails with a `GoogleError` that says what to do about it. */
export interface EventsApi {
  list(from: ListFrom, page: string | undefined): Promise<EventPage>
  /** An event, `cancelled` if it was deleted. null: Google itself says that it is not in this calendar. */
  get(eventId: string): Promise<GoogleEvent | null>
  /** An event that is not deleted, as lists have it: by its iCalendar id, or the private properties of it or a copy. */
  search(eventId: string, properties: Readonly<Record<string, string>>): Promise<GoogleEvent | null>
  insert(eventId: string, fields: Fields): Promise<GoogleEvent>
  patch(eventId: string, etag: string, fields: Fields): Promise<GoogleEvent>
  /** Succeeds for a missing event, too. */
  delete(eventId: string): Promise<void>
  /** Moves an event to another calendar of the account, with its id. */
  move(eventId: string, destination: string): Promise<GoogleEvent>
  watch(channel: {
    id: string
    token: string
    address: string
  }): Promise<{ resourceId: string; expiration: number }>
  stop(channel: { id: string; resourceId: string }): Promise<void>
}

/** Whether an event is in its calendar, and not deleted. */
export const isPresent = (event: GoogleEvent | null): event is GoogleEvent =>
  event !== null && event.status !== 'cancelled'

export function createEventsApi(google: Google, calendarId: string): EventsApi {
  const get: EventsApi['get'] = async (eventId) => {
    try {
      return required(await google.call((api) => api.events.get({ calendarId, eventId })), eventId)
    } catch (error) {
      if (isFault(error, 'gone')) return { id: eventId, etag: '', status: 'cancelled', ownProperties: {} }
      if (!isFault(error, 'not_found')) throw error
      // Google answers the same if the whole calendar is out of reach, which says nothing about its events.
      pageOf(await google.call((api) => api.events.list({ calendarId, maxResults: 1 })))
      return null
    }
  }
  return {
    get,
    async list(from, pageToken) {
      const span = 'syncToken' in from ? { syncToken: from.syncToken } : windowOf(from.window)
      // Occurrences singly: moving one of them moves that time only.
      const asked = {
        calendarId,
        singleEvents: true,
        maxResults: PAGE,
        ...span,
        ...(pageToken && { pageToken }),
      }
      return pageOf(await google.call((api) => api.events.list(asked)))
    },
    async search(eventId, properties) {
      const iCalUID = `${eventId}@google.com`
      const pairs = Object.entries(properties)
      const privateExtendedProperty = pairs.map(([name, value]) => `${name}=${value}`)
      for (const filter of [{ iCalUID }, { privateExtendedProperty }]) {
        const asked = { calendarId, maxResults: PAGE, ...filter }
        const found = readAnswer(listSchema, await google.call((api) => api.events.list(asked)))
        // Checked here as well: a filter may be ignored.
        const isSame = (one: GoogleEvent) =>
          one.iCalUID === iCalUID || pairs.every(([name, value]) => one.ownProperties[name] === value)
        const match = found.items.find((one) => one.status !== 'cancelled' && isSame(one))
        if (match) return match
      }
      return null
    },
    async insert(id, fields) {
      const requestBody = { id, ...fields }
      return required(await google.call((api) => api.events.insert({ calendarId, requestBody })), id)
    },
    async patch(eventId, etag, requestBody) {
      const ifUnchanged = { headers: { 'If-Match': etag } }
      const asked = { calendarId, eventId, requestBody }
      return required(await google.call((api) => api.events.patch(asked, ifUnchanged)), eventId)
    },
    async delete(eventId) {
      try {
        const answer: unknown = await google.call((api) => api.events.delete({ calendarId, eventId }))
        // Google's response is empty.
        if (answer) throw notGoogles()
      } catch (error) {
        if (!isFault(error, 'not_found', 'gone')) throw error
        const event = await get(eventId)
        if (isPresent(event)) throw notGoogles()
      }
    },
    async move(eventId, destination) {
      return required(
        await google.call((api) => api.events.move({ calendarId, eventId, destination })),
        eventId,
      )
    },
    async watch({ id, token, address }) {
      const requestBody = { id, token, address, type: 'web_hook' }
      const opened = await google.call((api) => api.events.watch({ calendarId, requestBody }))
      const channel = readAnswer(channelSchema, opened)
      if (channel.id !== id) throw notGoogles()
      return channel
    },
    async stop({ id, resourceId }) {
      await google.call((api) => api.channels.stop({ requestBody: { id, resourceId } }))
    },
  }
}

/**
 * A sync token keeps the window of the list that returned it; none may be given with a token (events.list,
 * `syncToken`).
 */
const windowOf = ({ start, end }: Span) => ({
  timeMin: new Date(start).toISOString(),
  timeMax: new Date(end).toISOString(),
})

export const isFault = (error: unknown, ...faults: readonly GoogleError['fault'][]): boolean =>
  error instanceof GoogleError && faults.includes(error.fault)

/** The parts of an event that sync compares; null if it is deleted or has no time. */
export function remoteOf(event: GoogleEvent, zone: string): Remote | null {
  const span = spanOf(event, zone)
  if (event.status === 'cancelled' || !span) return null
  return { ...span, etag: event.etag, status: event.status }
}
