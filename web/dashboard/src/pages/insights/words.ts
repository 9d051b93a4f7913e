import { locale } from '../../language/language.ts'

const minutesWith = (maximumFractionDigits: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits })

const exact = minutesWith(1)

const whole = minutesWith(0)

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** Minutes as text; a dash if there is no value. */
export const minutesOf = (minutes: number | null | undefined): string =>
  minutes === null || minutes === undefined ? '–' : exact.format(minutes)

/** Whole minutes as text. */
export const wholeMinutes = (minutes: number): string => whole.format(minutes)

/** A share in percent; a dash if the whole is 0. */
export const shareOf = (part: number, whole: number): string =>
  whole > 0 ? percent.format(part / whole) : '–'

/** To one digit behind the point. */
export const rounded = (value: number): number => Math.round(value * 10) / 10
