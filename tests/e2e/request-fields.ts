import type { Operation } from '@usher/contracts'
import type { z } from 'zod'

/** A field of a request. */
export interface RequestField {
  /** Such as `body.customer.name`. */
  readonly path: string
  readonly name: string
  readonly schema: z.ZodType
}

// biome-ignore lint/suspicious/noExplicitAny: definitions of schemas are walked by their kind
const definitionOf = (schema: z.ZodType): any => schema._zod.def

/** The schemas inside a schema, with what is added to the path; a record has any key. */
function partsOf(schema: z.ZodType): [added: string, part: z.ZodType][] {
  const { shape, options, element, innerType, valueType, in: input } = definitionOf(schema)
  if (shape) return Object.entries<z.ZodType>(shape).map(([name, part]) => [`.${name}`, part])
  if (valueType) return [['.*', valueType]]
  if (element) return [['[]', element]]
  return [...(options ?? []), innerType, input].filter(Boolean).map((part) => ['', part])
}

function* within(schema: z.ZodType, path: string): Generator<RequestField> {
  for (const [added, part] of partsOf(schema)) {
    if (added.startsWith('.')) yield { path: path + added, name: added.slice(1), schema: part }
    yield* within(part, path + added)
  }
}

/** All fields that a request of an operation may have. */
export const requestFields = ({ params, query, body }: Operation): RequestField[] => [
  ...within(params, 'params'),
  ...within(query, 'query'),
  ...within(body, 'body'),
]
