import type { JsonObject } from './version-change.ts'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object with one field under another name, at the same place. */
export const renamed = (object: JsonObject, from: string, to: string): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value]))

/** The object with one more field, right after another; unchanged without that one. */
export const withAfter = (object: JsonObject, place: string, name: string, value: unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap((entry) => (entry[0] === place ? [entry, [name, value]] : [entry])),
  )

/** Changes each object in a list that is a field of the body. */
export const inEach =
  (field: string, change: (item: JsonObject) => JsonObject) =>
  (body: unknown): unknown => {
    if (!isObject(body)) return body
    const items = body[field]
    if (!Array.isArray(items)) return body
    return { ...body, [field]: items.map((item) => (isObject(item) ? change(item) : item)) }
  }

/** Changes a body that is one object. */
export const inOne =
  (change: (body: JsonObject) => JsonObject) =>
  (body: unknown): unknown =>
    isObject(body) ? change(body) : body

/** The object with one field changed, if that is an object; anything else as it is. */
export function changeIn<Value>(of: Value, name: string, how: (one: JsonObject) => JsonObject): Value {
  const child = isObject(of) ? of[name] : undefined
  return isObject(child) ? { ...of, [name]: how(child) } : of
}

/** The object with each field changed that is an object. */
export const changeEvery = (of: JsonObject, how: (one: JsonObject) => JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, isObject(value) ? how(value) : value]))
