import type { ParsedUrlQuery } from 'node:querystring'
import { IANAZone } from 'luxon'
import { GoogleError, invalid } from '../google-error.ts'
import { unseal } from '../tokens.ts'
import { parseInstant } from './event-times.ts'

/** The parameters that a sync token carries from list to list. */
export interface ListScope {
  readonly singleEvents: boolean
  /** Milliseconds. */
  readonly timeMin?: number | undefined
  readonly timeMax?: number | undefined
}

export interface SyncToken extends ListScope {
  readonly calendar: string
  readonly change: number
  readonly epoch: number
  /** Milliseconds. */
  readonly at: number
}

export interface ListQuery extends ListScope {
  readonly pageToken?: string | undefined
  readonly syncToken?: SyncToken | undefined
  readonly maxResults: number
  readonly showDeleted: boolean
  readonly orderBy?: 'startTime' | 'updated' | undefined
  readonly updatedMin?: number | undefined
  readonly iCalUID?: string | undefined
  readonly q?: string | undefined
  /** `name=value` pairs, all of which must match. */
  readonly privateProperties: readonly string[]
  readonly sharedProperties: readonly string[]
  readonly eventTypes: readonly string[]
  readonly timeZone?: string | undefined
}

/** "Such parameters cannot be specified together with nextSyncToken" (events.list, syncToken). */
const NOT_WITH_SYNC_TOKEN = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
]

/**
 * The parameters of events.list: https://developers.google.com/workspace/calendar/api/v3/reference/events/list
 *
 * @throws GoogleError 400 for invalid values and combinations
 */
export function readListQuery(query: ParsedUrlQuery): ListQuery {
  const singleEvents = query.singleEvents === 'true'
  const syncToken = readSyncToken(query, singleEvents)
  const read = {
    singleEvents,
    syncToken,
    pageToken: one(query.pageToken),
    maxResults: readSize(query.maxResults, 250, 2_500),
    showDeleted: query.showDeleted === 'true',
    orderBy: readOrder(query, singleEvents),
    timeMin: syncToken ? syncToken.timeMin : readInstant(query, 'timeMin'),
    timeMax: syncToken ? syncToken.timeMax : readInstant(query, 'timeMax'),
    updatedMin: readInstant(query, 'updatedMin'),
    iCalUID: one(query.iCalUID),
    q: one(query.q),
    privateProperties: readProperties(query, 'privateExtendedProperty'),
    sharedProperties: readProperties(query, 'sharedExtendedProperty'),
    eventTypes: [query.eventTypes ?? []].flat(),
    timeZone: readZone(query),
  }
  if (read.timeMin !== undefined && read.timeMax !== undefined && read.timeMax <= read.timeMin) {
    throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.', { domain: 'calendar' })
  }
  return read
}

/** The page size, capped at the maximum. */
export function readSize(value: string | string[] | undefined, usual: number, max: number): number {
  if (value === undefined) return usual
  const size = Number(one(value))
  if (!Number.isInteger(size) || size < 1) throw invalid('Invalid value for maxResults', 'maxResults')
  return Math.min(size, max)
}

function readSyncToken(query: ParsedUrlQuery, singleEvents: boolean): SyncToken | undefined {
  if (query.syncToken === undefined) return undefined
  const refused = NOT_WITH_SYNC_TOKEN.find((name) => query[name] !== undefined)
  if (refused) throw invalid(`${refused} cannot be used together with a sync token.`, refused)
  // "… and it is not allowed to set showDeleted to False."
  if (query.showDeleted === 'false')
    throw invalid('showDeleted cannot be false with a sync token.', 'showDeleted')
  const token = unseal<SyncToken>(one(query.syncToken) ?? '')
  if (typeof token?.change !== 'number') throw invalid('Invalid sync token value.', 'syncToken')
  // "All other query parameters should be the same as for the initial synchronization to avoid undefined
  // behavior": refused here, so that nobody comes to rely on it.
  if (token.singleEvents !== singleEvents) {
    throw invalid('singleEvents differs from the list that gave the sync token.', 'singleEvents')
  }
  return token
}

function readOrder(query: ParsedUrlQuery, singleEvents: boolean): ListQuery['orderBy'] {
  const order = one(query.orderBy)
  if (order === undefined || order === 'updated') return order
  // "startTime: … This is only available when querying single events (i.e. the parameter singleEvents is True)"
  if (order !== 'startTime' || !singleEvents) {
    throw invalid('The requested ordering is not available for the particular query.', 'orderBy')
  }
  return order
}

function readInstant(query: ParsedUrlQuery, name: string): number | undefined {
  const text = one(query[name])
  if (text === undefined) return undefined
  const instant = parseInstant(text)
  if (instant === undefined) throw new GoogleError(400, 'badRequest', 'Bad Request', { location: name })
  return instant
}

function readProperties(query: ParsedUrlQuery, name: string): string[] {
  const properties = [query[name] ?? []].flat()
  if (properties.some((property) => !property.includes('=')))
    throw invalid('Invalid property constraint.', name)
  return properties
}

function readZone(query: ParsedUrlQuery): string | undefined {
  const zone = one(query.timeZone)
  if (zone !== undefined && !IANAZone.isValidZone(zone)) throw invalid('Invalid time zone.', 'timeZone')
  return zone
}

export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value
