import { locale } from '../../language/language.ts'

const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })

/** Minutes as text; a dash if there is no value. */
export const minutesOf = (minutes: number | null | undefined): string =>
  minutes === null || minutes === undefined ? '–' : `${oneDigit.format(minutes)} min`

/** A share in percent; a dash if the whole is 0. */
export const shareOf = (part: number, whole: number): string =>
  whole > 0 ? percent.format(part / whole) : '–'

/** To one digit behind the point. */
export const rounded = (value: number): number => Math.round(value * 10) / 10
