import { renamedIn, withFormerZones } from './2026-12-01-document.ts'
import { changeIn, inEach, inOne, isObject, renamed, withAfter } from './json.ts'
import {
  InvalidInVersion,
  type JsonObject,
  type OperationChange,
  type Sent,
  type VersionChanges,
} from './version-change.ts'

/** The version before, in which a time zone had two names in the platform API. */
const BEFORE = '2026-11-01'

/** `time_zone` of a body becomes `timezone`; both are one field, so they must not differ. */
function toOneZone(body: JsonObject): JsonObject {
  const { timezone, time_zone, ...rest } = body
  if (time_zone === undefined) return body
  if (timezone !== undefined && timezone !== time_zone) {
    throw new InvalidInVersion('/timezone', 'must be the same as time_zone, or alone', 'conflicting_timezone')
  }
  return { ...rest, timezone: time_zone }
}

/** Of two query parameters `timezone` is taken. */
function toOneZoneParameter(query: URLSearchParams): URLSearchParams {
  const [zone, another] = query.getAll('time_zone')
  if (zone === undefined) return query
  if (another !== undefined) throw new InvalidInVersion('?time_zone', 'must be given once', 'invalid_type')
  const changed = new URLSearchParams(query)
  changed.delete('time_zone')
  if (!changed.has('timezone')) changed.set('timezone', zone)
  return changed
}

/** A problem about `timezone` names the field that was sent. */
function nameSentZone(problem: JsonObject, { query, body }: Sent): JsonObject {
  const isParameter = query.has('time_zone') && !query.has('timezone')
  const isField = isObject(body) && 'time_zone' in body && !('timezone' in body)
  if (!(isParameter || isField) || !Array.isArray(problem.errors)) return problem
  const pointer = isParameter ? '?timezone' : '/timezone'
  const former = isParameter ? '?time_zone' : '/time_zone'
  const errors = problem.errors.map((error) =>
    error.pointer === pointer
      ? { ...error, pointer: former, ...(isParameter && { parameter: 'time_zone' }) }
      : error,
  )
  return { ...problem, detail: String(problem.detail ?? '').replaceAll(pointer, former), errors }
}

/** A booking, or a calendar, has its time zone under both names. */
const withBoth = (one: JsonObject): JsonObject => withAfter(one, 'timezone', 'time_zone', one.timezone)

const providerWithBoth = (one: JsonObject): JsonObject => withAfter(one, 'active', 'time_zone', one.timezone)

const provider: OperationChange = { response: inOne(providerWithBoth) }
const writtenProvider: OperationChange = {
  ...provider,
  request: inOne(toOneZone),
  problem: nameSentZone,
}
const booking: OperationChange = { response: inOne(withBoth) }
const series: OperationChange = { response: inEach('bookings', withBoth) }
const times: OperationChange = { query: toOneZoneParameter, problem: nameSentZone }

/** Endpoints that a client registers get the bodies that it knows. */
const ownVersion: OperationChange = {
  request: inOne((body) => ('api_version' in body ? body : { ...body, api_version: BEFORE })),
}

const formerName = (data: JsonObject): JsonObject => renamed(data, 'timezone', 'time_zone')

const BOOKING_EVENTS = ['booking.created', 'booking.updated', 'booking.cancelled']

/** An event type with the schema and the example of its bodies. */
function formerEventType(one: JsonObject): JsonObject {
  if (!BOOKING_EVENTS.includes(String(one.type))) return one
  const example = changeIn(one.example, 'data', formerName)
  const schema = changeIn(one.schema, 'properties', (envelope) => changeIn(envelope, 'data', renamedIn))
  return { ...one, schema, example }
}

const eventTypes: OperationChange = { response: inEach('data', formerEventType) }

export const changes: VersionChanges = {
  summary: [
    'A time zone is `timezone` everywhere. Providers, bookings, calendars, and the parameters of availability no longer have `time_zone` beside it, and refuse it as an unknown field.',
    'The data of `booking.created`, `booking.updated` and `booking.cancelled` has `timezone` in place of `time_zone`, as all other resources and events have.',
  ],
  operations: {
    createProvider: writtenProvider,
    updateProvider: writtenProvider,
    getProvider: provider,
    listProviders: { response: inEach('data', providerWithBoth) },
    getAvailability: times,
    getFirstAvailable: times,
    createBooking: booking,
    getBooking: booking,
    updateBooking: booking,
    cancelBooking: booking,
    checkInBooking: booking,
    listBookings: { response: inEach('data', withBoth) },
    createBookingSeries: series,
    getBookingSeries: series,
    cancelBookingSeries: series,
    getOwnBooking: booking,
    moveOwnBooking: booking,
    cancelOwnBooking: booking,
    checkInOwnBooking: booking,
    listOwnTimes: times,
    bookOnline: booking,
    bookSeriesOnline: series,
    acceptStandbyOffer: booking,
    listCustomerBookings: { response: inEach('data', withBoth) },
    listConnectionCalendars: { response: inEach('data', withBoth) },
    createWebhookEndpoint: ownVersion,
    createSubscription: ownVersion,
    listEventTypes: eventTypes,
    listSubscriptionEventTypes: eventTypes,
  },
  events: Object.fromEntries(BOOKING_EVENTS.map((type) => [type, formerName])),
  document: withFormerZones,
}
