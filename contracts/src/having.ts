/**
 * JSON Schema of an object that has some fields, for what documents say of fields that need or exclude each other.
 * The fields are named twice as linters ask for a definition of each, and take
 * others to be forbidden where nothing is said of them.
 */
export const having = (...names: readonly string[]) =>
  havingSuch(Object.fromEntries(names.map((name) => [name, {}])))

/** The same, where each field is also as its own JSON Schema says. */
export const havingSuch = (fields: Readonly<Record<string, object>>) => ({
  required: Object.keys(fields),
  properties: fields,
  unevaluatedProperties: true,
})

/** JSON Schema of an object that has exactly one of two fields; generators of clients pass over these keywords. */
export const havingOneOf = (one: string, other: string) => ({
  if: having(one),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: having(other) },
  else: having(other),
})

/** JSON Schema of an object that has both of two fields or neither. */
export const havingBothOrNone = (one: string, other: string) => ({
  if: having(one),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: having(other),
  else: { not: having(other) },
})
