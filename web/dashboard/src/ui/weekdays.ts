import { locale } from '../language/language.ts'
import type { Day } from './zone-time.ts'

/** Monday first, as the API counts them from 1. */
export const WEEK_DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

export type WeekDay = (typeof WEEK_DAYS)[number]

const MONDAY = Date.UTC(2024, 0, 1)

const HOUR_MS = 3_600_000

/** The weekday of a date. */
export const weekdayOf = (day: Day): WeekDay | undefined =>
  WEEK_DAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]

function namesBy(weekday: 'long' | 'short'): (day: WeekDay) => string {
  const names = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  return (day) => {
    const name = names.format(MONDAY + WEEK_DAYS.indexOf(day) * 24 * HOUR_MS)
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
}

/** Monday. */
export const weekdayName = namesBy('long')

/** Mon. */
export const shortWeekday = namesBy('short')

const hours = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** An hour of a weekday, counted from 1 for Monday: "Friday 7:00 PM". */
export const hourOfWeek = (weekday: number, hour: number): string =>
  hours.format(MONDAY + ((weekday - 1) * 24 + hour) * HOUR_MS)
