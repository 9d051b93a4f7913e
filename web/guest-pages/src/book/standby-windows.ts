import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'
import type { Typed } from '../fields/typed.ts'

/** Most days on which somebody can wait. */
export const MAX_WINDOWS = 5

/** Names of the fields of each window. */
export const WINDOWS = Array.from({ length: MAX_WINDOWS }, (_, i) => ({
  date: `date-${i + 1}`,
  from: `from-${i + 1}`,
  until: `until-${i + 1}`,
}))

export const WINDOW_NAMES = WINDOWS.flatMap(({ date, from, until }) => [date, from, until])

interface Window {
  /** Name of its first field. */
  readonly name: string
  readonly from: string
  readonly to: string
}

/**
 * The windows as typed, in a time zone: without times it is the whole day. Those without a day are left out.
 *
 * @returns undefined in place of a window that is none
 */
export const windowsIn = (typed: Typed, timeZone: string): readonly (Window | { readonly name: string })[] =>
  WINDOWS.flatMap(({ date, from, until }) => {
    const day = typed[date]?.trim() ?? ''
    if (!day) return []
    const start = momentOf(day, typed[from]?.trim() || '00:00', timeZone)
    const last = typed[until]?.trim()
    const end = last ? momentOf(day, last, timeZone) : momentOf(day, '00:00', timeZone).plus({ days: 1 })
    if (!start.isValid || !end.isValid || end <= start) return [{ name: date }]
    return [{ name: date, from: start.toUTC().toISO(), to: end.toUTC().toISO() }]
  })

export const isWindow = (window: Window | { readonly name: string }): window is Window => 'from' in window

const momentOf = (day: string, time: string, zone: string) =>
  DateTime.fromISO(`${day}T${time}`, { zone: zoneOf(zone) })
