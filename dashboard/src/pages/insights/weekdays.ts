import { locale } from '../../language/language.ts'

const MONDAY = Date.UTC(2026, 0, 5)

const HOUR_MS = 3_600_000

const short = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

const long = new Intl.DateTimeFormat(locale, {
  ...{ weekday: 'long', hour: 'numeric', minute: '2-digit' },
  timeZone: 'UTC',
})

/** An hour of a weekday, which the API counts from 1 for Monday: "Friday 7:00 PM". */
export const hourOfWeek = (weekday: number, hour: number): string =>
  long.format(MONDAY + ((weekday - 1) * 24 + hour) * HOUR_MS)

/** Monday first, as the API counts them from 1. */
export const WEEKDAYS = Array.from({ length: 7 }, (_, day) => short.format(MONDAY + day * 24 * HOUR_MS))
