/**
 * JSON Schema of an object with some fields, to document fields that require or exclude each other. The fields are
 * named twice because linters ask for a definition of each, and assume that unmentioned fields are forbidden.
 */
export const having = (...names: readonly string[]) =>
  havingSuch(Object.fromEntries(names.map((name) => [name, {}])))

type Fields = Readonly<Record<string, object>>

/** The same, with a JSON Schema for each field. */
export const havingSuch = (fields: Fields) => ({ required: Object.keys(fields), ...havingAtMost(fields) })

/** The same, with optional fields. */
export const havingAtMost = (fields: Fields) => ({ properties: fields, unevaluatedProperties: true })

/**
 * JSON Schema of an object with exactly one of two fields; client generators ignore these keywords.
 *
 * @param such schema that a field must match to count
 */
export const havingOneOf = (one: string, other: string, such: object = {}) => ({
  if: havingSuch({ [one]: such }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: havingSuch({ [other]: such }) },
  else: havingSuch({ [other]: such }),
})

/** JSON Schema of an object with both of two fields or neither. */
export const havingBothOrNone = (one: string, other: string) => ({
  if: having(one),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: having(other),
  else: { not: having(other) },
})
