import { changeIn, isObject, renamed, withAfter } from './json.ts'
import type { JsonObject } from './version-change.ts'

/** Schemas with a time zone that had the former name as well. */
const WITH_BOTH = [
  'ProviderCreate',
  'ProviderUpdate',
  'Provider',
  'Booking',
  'OwnBooking',
  'OnlineBooking',
  'CustomerBooking',
  'GoogleCalendar',
]

/** Webhooks that had the former name alone. */
const WEBHOOKS = ['booking.created', 'booking.updated', 'booking.cancelled']

/** Operations whose query took either name. */
const QUERIES = ['/api/availability', '/api/availability/first', '/public/bookings/{token}/times']

const child = (of: JsonObject, name: string): JsonObject => {
  const found = of[name]
  return isObject(found) ? found : {}
}

const changeEach = (of: JsonObject, names: readonly string[], how: (one: JsonObject) => JsonObject) =>
  names.reduce((changed, name) => changeIn(changed, name, how), of)

const ENVELOPE_DATA = [
  ...['post', 'requestBody', 'content', 'application/json'],
  ...['schema', 'properties', 'data'],
]

const changeAt = (
  of: JsonObject,
  [name = '', ...rest]: readonly string[],
  how: (one: JsonObject) => JsonObject,
): JsonObject => changeIn(of, name, (one) => (rest.length > 0 ? changeAt(one, rest, how) : how(one)))

const former = (zone: JsonObject): JsonObject => ({ ...zone, description: 'Use timezone', deprecated: true })

function bothRequired({ required, ...schema }: JsonObject): JsonObject {
  if (!Array.isArray(required)) return schema
  const both = required.flatMap((name) => (name === 'timezone' ? [name, 'time_zone'] : [name]))
  return { ...schema, required: both }
}

const withBoth = (schema: JsonObject): JsonObject =>
  changeIn(bothRequired(schema), 'properties', (fields) =>
    withAfter(fields, 'timezone', 'time_zone', former(child(fields, 'timezone'))),
  )

/** The schema of an object with the time zone under its former name alone. */
export const renamedIn = (schema: JsonObject): JsonObject => {
  const { required } = schema
  const names = Array.isArray(required) && required.map((name) => (name === 'timezone' ? 'time_zone' : name))
  const changed = names ? { ...schema, required: names } : schema
  return changeIn(changed, 'properties', (fields) => renamed(fields, 'timezone', 'time_zone'))
}

const withFormerParameter = (operation: JsonObject): JsonObject => {
  const parameters = Array.isArray(operation.parameters) ? operation.parameters : []
  const schema = { type: 'string' }
  const parameter = { name: 'time_zone', in: 'query', required: false, deprecated: true, schema }
  return { ...operation, parameters: [...parameters, { ...parameter, description: 'Use timezone' }] }
}

/** The OpenAPI document of 2026-11-01, made from that of 2026-12-01. */
export const withFormerZones = (document: JsonObject): JsonObject => {
  const webhooks = (components: JsonObject) =>
    changeIn(components, 'pathItems', (all) =>
      changeEach(all, WEBHOOKS, (webhook) => changeAt(webhook, ENVELOPE_DATA, renamedIn)),
    )
  const components = (all: JsonObject) =>
    changeIn(webhooks(all), 'schemas', (schemas) => changeEach(schemas, WITH_BOTH, withBoth))
  const paths = (all: JsonObject) =>
    changeEach(all, QUERIES, (path) => changeIn(path, 'get', withFormerParameter))
  return changeIn(changeIn(document, 'components', components), 'paths', paths)
}
