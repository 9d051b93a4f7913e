import { z } from 'zod'
import { notGoogles, readAnswer } from '../google/google-error.ts'
import type { GoogleEvent } from './rules/google-event.ts'

/** Events per page: Google's maximum. */
export const PAGE = 2_500

export interface EventPage {
  readonly events: readonly GoogleEvent[]
  readonly timeZone: string
  readonly nextPage: string | undefined
  /** On the last page: where to resume. */
  readonly syncToken: string | undefined
}

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
    iCalUID: z.string().max(1_024).optional(),
    recurringEventId: z.string().max(1_024).optional(),
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

export const listSchema = z.object({
  kind: z.literal('calendar#events'),
  items: z.array(eventSchema).max(PAGE).default([]),
})

/** A page of a list, which ends with either token (events.list). */
const pageSchema = listSchema
  .extend({
    timeZone: z.string().max(100).default('UTC'),
    nextPageToken: token,
    nextSyncToken: token,
  })
  .refine(({ nextPageToken, nextSyncToken }) => nextPageToken ?? nextSyncToken)

export const channelSchema = z.object({
  id: z.string(),
  resourceId: z.string().min(1).max(1_024),
  expiration: z.coerce.number().int().positive(),
})

/**
 * The requested or written event.
 *
 * @throws GoogleError `transient` if the response is not that event
 */
export function required(answer: unknown, eventId: string): GoogleEvent {
  const event = readAnswer(eventSchema, answer)
  if (event.id !== eventId) throw notGoogles()
  return event
}

export function pageOf(answer: unknown): EventPage {
  const { items: events, timeZone, nextPageToken, nextSyncToken } = readAnswer(pageSchema, answer)
  return { events, timeZone, nextPage: nextPageToken, syncToken: nextSyncToken }
}
