import {
  type CustomField,
  type FieldValues,
  fieldValueOf,
  fieldValuesAfter,
  type GuestCreate,
  withMissing,
} from '@usher/contracts'
import { invalidFields } from '@usher/service-kit'

type Given = NonNullable<GuestCreate['fields']>

/**
 * The custom fields of a new guest.
 *
 * @param asked accepted fields
 * @throws ProblemError `validation_failed` with a pointer to each unknown, invalid or missing one
 */
export const newFields = (asked: readonly CustomField[], given?: Given): FieldValues =>
  mergeFields(asked, {}, withMissing(asked, given))

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
  const { values, errors } = fieldValuesAfter({ asked, kept, given, at: '/fields' })
  if (errors.length > 0) throw invalidFields(errors)
  return values
}

/** Values that fit existing fields; others are left over from earlier settings or another queue. */
export const fittingFields = (asked: readonly CustomField[], kept: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(kept).filter(([name, value]) => {
      const field = asked.find(({ key }) => key === name)
      return field !== undefined && fieldValueOf(field).safeParse(value).success
    }),
  )
