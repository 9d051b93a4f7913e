import { z } from 'zod'

export type Json = Record<string, unknown>

/** `input`: from a client to us; `output`: from us to a client. */
type Direction = 'input' | 'output'

const PLACE = '#/components/schemas/'
const DRAFTS = { 'draft-7': '#/definitions/', 'draft-2020-12': '#/$defs/' } as const
const MARKED = /"#\/components\/schemas\/(input|output):([^"]+)"/g

/**
 * The schemas of a document. Those with an id become shared components under their id. If requests have other fields
 * than answers (defaults may be omitted, unknown fields are refused), the component for requests is `IdInput`.
 */
export class DocumentSchemas {
  readonly #target: keyof typeof DRAFTS
  readonly #shared = { input: new Map<string, Json>(), output: new Map<string, Json>() }

  /** @param target JSON Schema dialect of the document */
  constructor(target: keyof typeof DRAFTS = 'draft-2020-12') {
    this.#target = target
  }

  /**
   * JSON Schema of a zod schema: a reference if it has an id. References are placeholders until `complete`.
   *
   * @throws Error if another schema has the same id
   */
  of(schema: z.ZodType, direction: Direction): Json {
    const options = { target: this.#target, io: direction, override: inShort(direction) }
    const raw = JSON.stringify(z.toJSONSchema(schema, options))
    const marked = raw.replaceAll(`"${DRAFTS[this.#target]}`, `"${PLACE}${direction}:`)
    const { $schema, $defs, definitions, ...json } = JSON.parse(marked, withoutTypeLists) as Json
    for (const [id, definition] of Object.entries(($defs ?? definitions ?? {}) as Record<string, Json>))
      this.#share(id, definition, direction)
    if (typeof json.id !== 'string') return json
    this.#share(json.id, json, direction)
    return { $ref: `${PLACE}${direction}:${json.id}` }
  }

  #share(name: string, { id, ...definition }: Json, direction: Direction): void {
    const other = this.#shared[direction].get(name)
    if (other && JSON.stringify(other) !== JSON.stringify(definition))
      throw new Error(`Two schemas have the id ${name}`)
    this.#shared[direction].set(name, definition)
  }

  /** The document with its shared schemas and final references. */
  complete(document: Json): Json {
    const { input, output } = this.#shared
    const differing = this.#differing()
    const inputName = (id: string) => (differing.has(id) ? `${id}Input` : id)
    const schemas = Object.fromEntries([
      ...[...input].map(([id, schema]) => [inputName(id), schema] as const),
      ...output,
    ])
    const components = { ...(document.components as Json), schemas }
    const settled = JSON.stringify({ ...document, components }).replaceAll(
      MARKED,
      (_, direction: Direction, id: string) => `"${PLACE}${direction === 'input' ? inputName(id) : id}"`,
    )
    return JSON.parse(settled) as Json
  }

  /** Ids of schemas that differ between requests and answers, in themselves or in what they refer to. */
  #differing(): ReadonlySet<string> {
    const { input, output } = this.#shared
    const both = [...input.keys()].filter((id) => output.has(id))
    const found = new Set(both.filter((id) => unmarked(input.get(id)) !== unmarked(output.get(id))))
    const leadsToFound = (id: string) =>
      [...JSON.stringify(input.get(id)).matchAll(MARKED)].some(([, , referred = '']) => found.has(referred))
    for (let before = -1; before !== found.size; ) {
      before = found.size
      for (const id of both) if (leadsToFound(id)) found.add(id)
    }
    return found
  }
}

const unmarked = (schema: Json | undefined): string =>
  JSON.stringify(schema).replaceAll(MARKED, (_, __, id: string) => `"${id}"`)

/** A reviver of JSON that makes values of several types alternatives: some generators of clients read no list of types. */
function withoutTypeLists(_key: string, value: unknown): unknown {
  const { type, ...rest } = Object(value) as Json
  if (!Array.isArray(type) || type.filter((name) => name !== 'null').length < 2) return value
  return { ...rest, anyOf: type.map((name) => ({ type: name })) }
}

/**
 * Answers and events may gain fields, so their schemas must not forbid unknown ones. Their times have a format alone:
 * clients that have parsed a time cannot match it with a pattern. Few client generators support a constant boolean.
 */
const inShort = (direction: Direction) => (context: { jsonSchema: Json }) => {
  const { jsonSchema } = context
  if (typeof jsonSchema.const === 'boolean') delete jsonSchema.const
  if (typeof jsonSchema.pattern === 'string') jsonSchema.pattern = withPlainSlashes(jsonSchema.pattern)
  if (direction === 'input') return
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
}

/** A pattern without the escapes that only literals of JavaScript need, and that generators would escape again. */
const withPlainSlashes = (pattern: string): string =>
  pattern.replaceAll(/\\(.)/g, (escaped, character) => (character === '/' ? '/' : escaped))

/** JSON Schema, self-contained and without references. */
export function inlineSchema(
  schema: z.ZodType,
  io: Direction = 'output',
  override = ({ jsonSchema }: { jsonSchema: Json }) => {
    delete jsonSchema.additionalProperties
  },
): Json {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, { io, override })
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...rest } = part as Json
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(part).map(([k, v]) => [k, inlined(v)]))
    const { id: _, ...definition } = ($defs as Record<string, Json>)[$ref.slice('#/$defs/'.length)] ?? {}
    return inlined({ ...definition, ...rest })
  }
  return inlined(json) as Json
}
