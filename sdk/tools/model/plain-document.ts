import type { Json } from './json.ts'
import type { SdkOperation } from './operations.ts'

/** What a schema says beyond the shape of values: the server checks that. */
const BEYOND_SHAPE = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'propertyNames', 'default', 'examples', 'example'],
])

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

type Direction = 'requests' | 'answers'

/**
 * A document with the schemas of the operations' requests or answers alone, for generators of models: without what is
 * not about shape, and open for values of enumerations that later versions add to answers.
 */
export function plainDocument(
  document: Json,
  operations: readonly SdkOperation[],
  direction: Direction,
): Json {
  const { schemas } = document.components as { readonly schemas: Record<string, Json> }
  const names = operations.flatMap(({ body, answer }) => {
    if (direction === 'requests') return body ? [body.schema] : []
    return 'schema' in answer ? [answer.schema] : []
  })
  const used = Object.fromEntries(
    reachable(names, schemas).map((name) => [name, plain(schemas[name], direction) as Json]),
  )
  return { openapi: '3.1.0', info: document.info, paths: {}, components: { schemas: used } }
}

/** The schemas of these names and all that they refer to, each once. */
function reachable(names: readonly string[], schemas: Record<string, Json>): string[] {
  const found = new Set(names)
  for (const name of found)
    for (const [, referred = ''] of JSON.stringify(schemas[name]).matchAll(REFERENCE)) found.add(referred)
  return [...found].sort()
}

function plain(part: unknown, direction: Direction): unknown {
  if (Array.isArray(part)) return part.map((one) => plain(one, direction))
  if (typeof part !== 'object' || part === null) return part
  const { properties, enum: values, const: value, ...rest } = part as Json
  const kept = Object.entries(rest).filter(([name, given]) => !isBeyondShape(name, given))
  const choices = values ?? (value === undefined ? undefined : [value])
  return {
    ...Object.fromEntries(kept.map(([name, given]) => [name, plain(given, direction)])),
    // The names of properties are no keywords.
    ...(properties !== undefined && { properties: mapped(properties as Json, direction) }),
    ...(choices !== undefined && { enum: choices }),
    ...(choices !== undefined && direction === 'answers' && openEnumeration(rest.type, choices)),
  }
}

const isBeyondShape = (name: string, given: unknown): boolean =>
  BEYOND_SHAPE.has(name) ||
  (name === 'additionalProperties' && given === false) ||
  (name === 'format' && given !== 'date-time')

const mapped = (properties: Json, direction: Direction): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema, direction)]))

/** A value that is not known yet is text, too. */
const openEnumeration = (type: unknown, choices: unknown) =>
  type === 'string'
    ? { type: undefined, enum: undefined, anyOf: [{ type: 'string', enum: choices }, { type: 'string' }] }
    : {}
