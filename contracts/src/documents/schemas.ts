import { z } from 'zod'

export type Json = Record<string, unknown>

/**
 * JSON Schema (2020-12) of a zod schema.
 *
 * @param schemas takes the schemas with an id, which become shared components
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const raw = JSON.stringify(z.toJSONSchema(schema, { io, override: tolerateNewFields(io) }))
  const { $schema, $defs, ...json } = JSON.parse(raw.replaceAll('#/$defs/', '#/components/schemas/')) as Json
  for (const [id, definition] of Object.entries(($defs as Json | undefined) ?? {})) {
    schemas[id] = withoutId(definition as Json)
  }
  if (typeof json.id !== 'string') return json
  schemas[json.id] = withoutId(json)
  return { $ref: `#/components/schemas/${json.id}` }
}

const withoutId = ({ id, ...rest }: Json): Json => rest

/** Answers and events may gain fields, so their schemas must not forbid what they do not name. */
export const tolerateNewFields = (io: 'input' | 'output') => (context: { jsonSchema: Json }) => {
  if (io === 'output') delete context.jsonSchema.additionalProperties
}
