import { DateTime, Info, type WeekdayNumbers } from 'luxon'
import { locale } from '../../language/language.ts'
import type { Day } from '../../ui/zone-time.ts'

/** Usher's dates are of this calendar, in these digits, whatever is usual for the language. */
const NUMBERS = { calendar: 'gregory', numberingSystem: 'latn' } as const

const noonOf = (day: Day): Date => new Date(`${day}T12:00:00Z`)

export type DateFormat = ReturnType<typeof dateFormatOf>

/** How a language writes dates and times. */
export function dateFormatOf(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(language, { ...NUMBERS, ...options, timeZone: 'UTC' })
    return Object.assign((day: Day) => formatter.format(noonOf(day)), { parts: formatter })
  }
  const numeric = format({ year: 'numeric', month: '2-digit', day: '2-digit' })
  const order = numeric.parts.formatToParts().map(({ type }) => type)
  return {
    /** 12/24/2026. */
    numeric,
    parse: (text: string) => parseDay(text, order),
    longDay: format({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }),
    month: format({ year: 'numeric', month: 'long' }),
    shortMonth: format({ month: 'short' }),
    weekday: format({ weekday: 'short' }),
    firstDayOfWeek: firstDayOf(language),
    ...clockOf(language),
  }
}

/** A date typed in a language's order of its parts, or as `2026-12-24`, with any separators. */
function parseDay(text: string, order: readonly string[]): Day | undefined {
  const numbers = text.match(/\d+/g) ?? []
  const [first = '', second, third = ''] = numbers
  if (numbers.length !== 3 || Math.max(first.length, third.length) !== 4) return
  const names = first.length === 4 ? ['year', 'month', 'day'] : order.filter((name) => name !== 'literal')
  const parts = Object.fromEntries(names.map((name, index) => [name, Number([first, second, third][index])]))
  const day = DateTime.fromObject(parts, { zone: 'utc' })
  return day.isValid ? day.toISODate() : undefined
}

/** From Sunday, 0, as the calendar counts. */
const firstDayOf = (language: string) =>
  (Info.getStartOfWeek({ locale: language }) % 7) as Exclude<WeekdayNumbers, 7> | 0

function clockOf(language: string) {
  const hours = new Intl.DateTimeFormat(language, { ...NUMBERS, hour: 'numeric', timeZone: 'UTC' })
  const half = (hour: number) =>
    hours.formatToParts(new Date(hour * 3_600_000)).find(({ type }) => type === 'dayPeriod')?.value
  return {
    clock: hours.resolvedOptions().hour12 ? ('12h' as const) : ('24h' as const),
    halves: { am: half(9) ?? 'AM', pm: half(21) ?? 'PM' },
  }
}

const formats = new Map<string, DateFormat>()

/** The format of the dashboard's language. */
export function dateFormat(language = locale): DateFormat {
  const format = formats.get(language) ?? dateFormatOf(language)
  formats.set(language, format)
  return format
}
