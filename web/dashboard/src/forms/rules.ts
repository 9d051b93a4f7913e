import { t } from '@lingui/core/macro'

type Rule = (value: unknown) => string | null

/** A value is required. */
export const needed =
  (words: string): Rule =>
  (value) =>
    typeof value === 'string' && value.trim() === '' ? words : null

/** A new password: 12 to 128 characters, as the API requires. */
export const newPassword: Rule = (value) =>
  typeof value === 'string' && value.length >= 12 && value.length <= 128 ? null : t`Use 12 characters or more`

/** At least one choice is required. */
export const someNeeded =
  (words: string): Rule =>
  (value) =>
    Array.isArray(value) && value.length === 0 ? words : null
