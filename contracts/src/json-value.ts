import { z } from 'zod'

type JsonValue = z.core.util.JSONType

/**
 * Any JSON value, of what was read as JSON. Not `z.json()`: its schema refers to itself, which generators of clients
 * cannot name or do not take.
 */
export const jsonValue = z.unknown().refine((value) => value !== undefined, {
  error: 'is required',
}) as unknown as z.ZodType<JsonValue, JsonValue>
