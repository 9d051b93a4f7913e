/**
 * JSON Schema of an object that has some fields, for what documents say of fields that need or exclude each other.
 * The fields are named twice as linters ask for a definition of each, and take
 * others to be forbidden where nothing is said of them.
 */
export const having = (...names: readonly string[]) =>
  havingSuch(Object.fromEntries(names.map((name) => [name, {}])))

type Fields = Readonly<Record<string, object>>

/** The same, where each field is also as its own JSON Schema says. */
export const havingSuch = (fields: Fields) => ({ required: Object.keys(fields), ...havingAtMost(fields) })

/** The same, where fields may be absent. */
export const havingAtMost = (fields: Fields) => ({ properties: fields, unevaluatedProperties: true })

/**
 * JSON Schema of an object that has exactly one of two fields; generators of clients pass over these keywords.
 *
 * @param such what a field has to be to count
 */
export const havingOneOf = (one: string, other: string, such: object = {}) => ({
  if: havingSuch({ [one]: such }),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { not: havingSuch({ [other]: such }) },
  else: havingSuch({ [other]: such }),
})

/** JSON Schema of an object that has both of two fields or neither. */
export const havingBothOrNone = (one: string, other: string) => ({
  if: having(one),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: having(other),
  else: { not: having(other) },
})
