import { z } from 'zod'

type Json = Readonly<Record<string, unknown>>

/** JSON Schema of a tool's input or output, without references: some clients do not follow them. */
export function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output'): Json {
  const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io, override: inShort(io) })
  const inlined = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(inlined)
    if (typeof part !== 'object' || part === null) return part
    const { $ref, ...rest } = part as Json
    if (typeof $ref !== 'string') return mapped(part as Json, inlined)
    const { id: _, ...definition } = ($defs as Record<string, Json>)[$ref.slice('#/$defs/'.length)] ?? {}
    return inlined({ ...definition, ...rest })
  }
  return inlined(json) as Json
}

/** Answers may gain fields. Patterns are long, and the message about a wrong value says more. */
const inShort =
  (io: 'input' | 'output') =>
  ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    delete jsonSchema.pattern
    if (io === 'output') delete jsonSchema.additionalProperties
  }

const mapped = (object: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
