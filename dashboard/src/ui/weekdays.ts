import { locale } from '../language/language.ts'

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

function namesBy(weekday: 'long' | 'short'): (day: WeekDay) => string {
  const names = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  return (day) => {
    // 1 January 2024 was a Monday.
    const name = names.format(Date.UTC(2024, 0, 1 + WEEK_DAYS.indexOf(day)))
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  }
}

/** Monday. */
export const weekdayName = namesBy('long')

/** Mon. */
export const shortWeekday = namesBy('short')
