import {
  type CustomField,
  type FieldError,
  type FieldValue,
  fieldValueOf,
  type GuestCreate,
} from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'
import type { FieldValues } from '../records/guest-record.ts'

type Given = NonNullable<GuestCreate['fields']>

/**
 * The custom fields of a new guest.
 *
 * @param asked accepted fields
 * @throws ProblemError `validation_failed` with a pointer to each unknown, invalid or missing one
 */
export function newFields(asked: readonly CustomField[], given: Given = {}): FieldValues {
  const missing = asked.filter(({ key, required }) => required && !Object.hasOwn(given, key))
  return mergeFields(asked, {}, { ...Object.fromEntries(missing.map(({ key }) => [key, null])), ...given })
}

/**
 * The custom fields of a guest after an update; null removes a value. Stored values are not checked again.
 *
 * @throws ProblemError `validation_failed` with a pointer to each that is unknown, invalid or required
 */
export function mergeFields(
  asked: readonly CustomField[],
  kept: FieldValues,
  given: Given = {},
): FieldValues {
  const values = new Map(Object.entries(kept))
  const errors: FieldError[] = []
  for (const [key, value] of Object.entries(given)) {
    const result = read(asked, key, value)
    if ('pointer' in result) errors.push(result)
    else if (result.value === null) values.delete(key)
    else values.set(key, result.value)
  }
  if (errors.length === 0) return Object.fromEntries(values)
  const summary = errors.map(({ pointer, message }) => `${pointer} ${message}`).slice(0, 3)
  throw new ProblemError('validation_failed', summary.join('; '), { errors })
}

/** Values that fit existing fields; others are left over from earlier settings or another queue. */
export const fittingFields = (asked: readonly CustomField[], kept: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => {
      const field = asked.find(({ key }) => key === name)
      return field !== undefined && fieldValueOf(field).safeParse(value).success
    }),
  )

type Read = FieldError | { readonly value: FieldValue | null }

function read(asked: readonly CustomField[], key: string, value: FieldValue | null): Read {
  const pointer = `/fields/${key}`
  const field = asked.find((one) => one.key === key)
  if (!field) return { pointer, message: 'is not a custom field of this queue', code: 'unknown_field' }
  if (value === null)
    return field.required ? { pointer, message: 'is required', code: 'required' } : { value }
  const { data, error } = fieldValueOf(field).safeParse(value)
  if (data !== undefined) return { value: data }
  return { pointer, message: error?.issues[0]?.message ?? 'does not fit', code: 'invalid_value' }
}
