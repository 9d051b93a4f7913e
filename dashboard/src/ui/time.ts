import { t } from '@lingui/core/macro'
import { locale } from '../language/language.ts'

/** A time of today, such as 9:30 AM. */
export const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })

const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** A time from the API in the dashboard's language and the browser's time zone. */
export const timeText = (at: string | null, none = t`Never`): string =>
  at === null ? none : format.format(new Date(at))

/** The browser's local time, `2026-12-24T09:30`, for the API; undefined if empty. */
export const timeOfField = (value: string): string | undefined =>
  value === '' ? undefined : new Date(value).toISOString()
