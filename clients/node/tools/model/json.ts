export type Json = Record<string, unknown>

const PLACE = '#/components/schemas/'

/** The name of the shared schema that a schema refers to; undefined if it is written out. */
export function refName(schema: unknown): string | undefined {
  const { $ref } = Object(schema) as Json
  return typeof $ref === 'string' ? $ref.slice(PLACE.length) : undefined
}
