import { type Document, type MediaType, resolveIn, type Schema } from './document.ts'

/** The example of a body; undefined: there is none. */
export function exampleValue(media: MediaType, schema: Schema, { components }: Document): unknown {
  const [first] = Object.values(media.examples ?? {})
  const named = first && resolveIn<{ readonly value?: unknown }>(components.examples, first)
  return media.example ?? named?.value ?? schema.examples?.[0]
}
