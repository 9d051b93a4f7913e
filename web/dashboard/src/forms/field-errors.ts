import type { FieldError } from '../api/problem.ts'

export interface KnownErrors {
  /** By the names of the fields. */
  readonly fields: Readonly<Record<string, string>>
  /** Errors of no field of the form. */
  readonly rest: string | undefined
}

/**
 * Finds the fields that errors of the API are about: `/name` is the field `name`, and so is `/name/0`; `/fields/size` is
 * `fields.size` if the form has that.
 *
 * @param nested objects of the body whose members are fields of the form: with `customer`, `/customer/name` is `name`
 * @returns undefined if the API names no field
 */
export function fieldErrors(
  errors: readonly FieldError[],
  names: readonly string[],
  nested: readonly string[] = [],
): KnownErrors | undefined {
  if (errors.length === 0) return undefined
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { pointer, message } of errors) {
    const path = pointer.replace(/^[/?]/, '').split('/')
    const [first = '', second = ''] = path
    const member = `${first}.${second}`
    // Members that the form does not show are no fields of it.
    const isSplit = names.some((known) => known.startsWith(`${first}.`))
    const whole = nested.includes(first) ? second : isSplit ? '' : first
    const name = names.includes(member) ? member : whole
    if (names.includes(name)) fields[name] ??= sentence(message)
    else rest.push(sentence(`${placeWords(path)} ${message}`.trim()))
  }
  return { fields, rest: rest.length > 0 ? rest.join(' ') : undefined }
}

/** The error at a place in a body, by JSON pointer such as `/opening_hours/0/start`, or at a part of it. */
export function errorAtPointer(errors: readonly FieldError[], pointer: string): string | undefined {
  const found = errors.find((one) => one.pointer === pointer || one.pointer.startsWith(`${pointer}/`))
  return found && sentence(found.message)
}

/** The names of fields, those of members of objects with a dot. */
export const namesOf = (values: object): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, ...(isObject ? Object.keys(value).map((member) => `${name}.${member}`) : [])]
  })

/** A path in a body in words: `weekly_hours`, `0`, `end` is "weekly hours 1 end". */
const placeWords = (path: readonly string[]): string =>
  path.map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : part.replaceAll('_', ' '))).join(' ')

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
