import type { FieldError } from '../api/problem.ts'

export interface KnownErrors {
  /** By the names of the fields. */
  readonly fields: Readonly<Record<string, string>>
  /** Those of no field of the form. */
  readonly rest: string | undefined
}

/**
 * Finds the fields that errors of the API are about: `/name` is the field `name`, and so is `/name/0`.
 *
 * @returns undefined where the API names no field at all
 */
export function fieldErrors(
  errors: readonly FieldError[],
  names: readonly string[],
): KnownErrors | undefined {
  if (errors.length === 0) return undefined
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const { pointer, message } of errors) {
    const name = pointer.replace(/^[/?]/, '').split('/')[0] ?? ''
    if (names.includes(name)) fields[name] ??= sentence(message)
    else rest.push(sentence(`${pointer.replace(/^[/?]/, '')} ${message}`.trim()))
  }
  return { fields, rest: rest.length > 0 ? rest.join(' ') : undefined }
}

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
