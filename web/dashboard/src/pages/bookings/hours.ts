import { locale } from '../../language/language.ts'
/** Height of an hour in the day calendar. */
export const HOUR_REM = 4

/** The hours that the day calendar shows; `last` is where it ends. */
export interface Hours {
  readonly first: number
  readonly last: number
}

/** 9:30 AM, from minutes since midnight. */
export const clockOf = (minute: number): string =>
  new Date(Date.UTC(2000, 0, 1, 0, minute)).toLocaleTimeString(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
