import { z } from 'zod'

type JsonValue = z.core.util.JSONType

/**
 * Any JSON value, after parsing. Not `z.json()`: its schema refers to itself, which client generators cannot name or
 * do not accept.
 */
export const jsonValue = z.unknown().refine((value) => value !== undefined, {
  error: 'is required',
}) as unknown as z.ZodType<JsonValue, JsonValue>
