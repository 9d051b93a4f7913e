import type { calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import type { Google } from '../google/google.ts'
import { GoogleError, notGoogles, readAnswer } from '../google/google-error.ts'
import type { Remote } from './rules/decide.ts'
import { type GoogleEvent, type Span, spanOf } from './rules/google-event.ts'

/** Events per page: Google's maximum. */
const PAGE = 2_500

type Fields = calendar_v3.Schema$Event

export interface EventPage {
  readonly events: readonly GoogleEvent[]
  readonly timeZone: string
  readonly nextPage: string | undefined
  /** On the last page: where to resume. */
  readonly syncToken: string | undefined
}

/** Where a list starts or resumes. */
export type ListFrom = { readonly syncToken: string } | { readonly window: Span }

/** The events of one calendar at Google. Every method fails with a `GoogleError` that says what to do about it. */
export interface EventsApi {
  list(from: ListFrom, page: string | undefined): Promise<EventPage>
  /** null: Google itself says that the event is not in this calendar, or was deleted. */
  get(eventId: string): Promise<GoogleEvent | null>
  insert(eventId: string, fields: Fields): Promise<GoogleEvent>
  patch(eventId: string, etag: string, fields: Fields): Promise<GoogleEvent>
  /** Succeeds for a missing event, too. */
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
    async get(eventId) {
      try {
        const found = await google.call((api) => api.events.get({ calendarId, eventId }))
        const event = required(found, eventId)
        return event.status === 'cancelled' ? null : event
      } catch (error) {
        if (!isAway(error)) throw error
        // Google answers the same if the whole calendar is out of reach, which says nothing about its events.
        pageOf(await google.call((api) => api.events.list({ calendarId, maxResults: 1 })))
        return null
      }
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
        if (!isAway(error)) throw error
      }
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

/** Only these two mean that an event does not exist. */
const isAway = (error: unknown): boolean => isFault(error, 'not_found', 'gone')

const time = z.object({
  date: z.string().max(100).nullish(),
  dateTime: z.string().max(100).nullish(),
  timeZone: z.string().max(100).nullish(),
})

/** The parts of an event that sync reads (Calendar API, events resource: an id has up to 1,024 characters). */
const eventSchema = z
  .object({
    id: z.string().min(1).max(1_024),
    etag: z.string().max(1_024).default(''),
    status: z.enum(['confirmed', 'tentative', 'cancelled']).catch('confirmed'),
    start: time.optional(),
    end: time.optional(),
    transparency: z.string().max(100).optional(),
    eventType: z.string().max(100).optional(),
    attendees: z
      .array(
        z.object({ self: z.boolean().exactOptional(), responseStatus: z.string().max(100).exactOptional() }),
      )
      .optional(),
    extendedProperties: z.object({ private: z.record(z.string(), z.string()).optional() }).optional(),
  })
  .transform(({ extendedProperties, ...event }) => ({
    ...event,
    ownProperties: extendedProperties?.private ?? {},
  }))

const token = z.string().min(1).max(10_000).optional()

/** A page of a list, which ends with either token (events.list). */
const pageSchema = z
  .object({
    kind: z.literal('calendar#events'),
    items: z.array(eventSchema).max(PAGE).default([]),
    timeZone: z.string().max(100).default('UTC'),
    nextPageToken: token,
    nextSyncToken: token,
  })
  .refine(({ nextPageToken, nextSyncToken }) => nextPageToken ?? nextSyncToken)

const channelSchema = z.object({
  id: z.string(),
  resourceId: z.string().min(1).max(1_024),
  expiration: z.coerce.number().int().positive(),
})

/**
 * The requested or written event.
 *
 * @throws GoogleError `transient` if the response is not that event
 */
function required(answer: unknown, eventId: string): GoogleEvent {
  const event = readAnswer(eventSchema, answer)
  if (event.id !== eventId) throw notGoogles()
  return event
}

function pageOf(answer: unknown): EventPage {
  const { items: events, timeZone, nextPageToken, nextSyncToken } = readAnswer(pageSchema, answer)
  return { events, timeZone, nextPage: nextPageToken, syncToken: nextSyncToken }
}

/** The parts of an event that sync compares; null if it is deleted or has no time. */
export function remoteOf(event: GoogleEvent, zone: string): Remote | null {
  const span = spanOf(event, zone)
  if (event.status === 'cancelled' || !span) return null
  return { ...span, etag: event.etag, status: event.status }
}
