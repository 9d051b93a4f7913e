import type { Json } from './json.ts'
import type { SdkOperation } from './operations.ts'

/** What a schema says beyond the shape of values: the server checks that. */
const BEYOND_SHAPE = new Set([
  ...['pattern', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  ...['minItems', 'maxItems', 'uniqueItems', 'propertyNames', 'default', 'examples', 'example'],
])

/** Names of the schemas that operations are asked with. */
export const requestSchemas = (operations: readonly SdkOperation[]): string[] =>
  operations.flatMap(({ body }) => (body ? [body.schema] : []))

/** Names of the schemas that operations answer with. */
export const answerSchemas = (operations: readonly SdkOperation[]): string[] =>
  operations.flatMap(({ answer }) => ('schema' in answer ? [answer.schema] : []))

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

interface PlainOptions {
  /** Takes any text for values of enumerations, as later versions may have more. */
  readonly openEnumerations?: boolean
}

/**
 * A document with these schemas and those they refer to, for generators of models: without what is not about the shape
 * of values.
 */
export function plainDocument(document: Json, names: readonly string[], options: PlainOptions = {}): Json {
  const { schemas } = document.components as { readonly schemas: Record<string, Json> }
  const used = Object.fromEntries(
    reachable(names, schemas).map((name) => [name, plain(schemas[name], options) as Json]),
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

function plain(part: unknown, options: PlainOptions): unknown {
  if (Array.isArray(part)) return part.map((one) => plain(one, options))
  if (typeof part !== 'object' || part === null) return part
  const { properties, enum: values, const: value, ...rest } = part as Json
  const kept = Object.entries(rest).filter(([name, given]) => !isBeyondShape(name, given))
  const choices = values ?? (value === undefined ? undefined : [value])
  return {
    ...Object.fromEntries(kept.map(([name, given]) => [name, plain(given, options)])),
    // The names of properties are no keywords.
    ...(properties !== undefined && { properties: mapped(properties as Json, options) }),
    ...(choices !== undefined && { enum: choices }),
    ...(choices !== undefined && options.openEnumerations && openEnumeration(rest.type, choices)),
  }
}

const isBeyondShape = (name: string, given: unknown): boolean =>
  BEYOND_SHAPE.has(name) ||
  (name === 'additionalProperties' && given === false) ||
  (name === 'format' && given !== 'date-time')

const mapped = (properties: Json, options: PlainOptions): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, plain(schema, options)]))

/** A value that is not known yet is text, too. */
const openEnumeration = (type: unknown, choices: unknown) =>
  type === 'string'
    ? { type: undefined, enum: undefined, anyOf: [{ type: 'string', enum: choices }, { type: 'string' }] }
    : {}
