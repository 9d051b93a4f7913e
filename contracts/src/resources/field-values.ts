import type { FieldError } from '../problem.ts'
import { type AskedField, type FieldValue, fieldValueOf } from './custom-field.ts'

export type FieldValues = Readonly<Record<string, FieldValue>>

interface Given {
  readonly asked: readonly AskedField[]
  /** Stored values, which are not checked again. */
  readonly kept: FieldValues
  /** New values; null removes one. */
  readonly given: Readonly<Record<string, FieldValue | null>>
  /** JSON Pointer of the values in the request. */
  readonly at: string
}

/** Field values after a change, with an error for each one that is unknown, invalid, or required but removed. */
export function fieldValuesAfter({ asked, kept, given, at }: Given): {
  values: FieldValues
  errors: FieldError[]
} {
  const values = new Map(Object.entries(kept))
  const errors: FieldError[] = []
  for (const [key, value] of Object.entries(given)) {
    const result = read(asked, key, value)
    if ('code' in result) errors.push({ pointer: `${at}/${key}`, ...result })
    else if (result.value === null) values.delete(key)
    else values.set(key, result.value)
  }
  return { values: Object.fromEntries(values), errors }
}

/** The given values, with null for each required one that is missing. */
export function withMissing(asked: readonly AskedField[], given: Given['given'] = {}): Given['given'] {
  const missing = asked.filter(({ key, required }) => required && !Object.hasOwn(given, key))
  return { ...Object.fromEntries(missing.map(({ key }) => [key, null])), ...given }
}

type Read = Omit<FieldError, 'pointer'> | { readonly value: FieldValue | null }

function read(asked: readonly AskedField[], key: string, value: FieldValue | null): Read {
  const field = asked.find((one) => one.key === key)
  if (!field) return { message: 'is not one of the fields', code: 'unknown_field' }
  if (value === null) return field.required ? { message: 'is required', code: 'required' } : { value }
  const { data, error } = fieldValueOf(field).safeParse(value)
  if (data !== undefined) return { value: data }
  return { message: error?.issues[0]?.message ?? 'does not fit', code: 'invalid_value' }
}
