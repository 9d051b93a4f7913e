import type { OpeningException, OpeningWindow } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** When a queue is open, in local time of its zone. */
export interface OpeningTimes {
  /** null: always, except for the exceptions. */
  readonly opening_hours: readonly OpeningWindow[] | null
  readonly opening_exceptions: readonly OpeningException[]
  readonly timezone: string
}

interface Window {
  readonly start: string
  readonly end: string
}

const ALL_DAY: readonly Window[] = [{ start: '00:00', end: '00:00' }]

/**
 * Whether a queue is open at a moment. A window that ends at or before its start lasts into the next day; an
 * exception replaces all windows that start on its date. Starts are inclusive, ends exclusive.
 */
export function isOpenAt(times: OpeningTimes, at: Date): boolean {
  if (!times.opening_hours && times.opening_exceptions.length === 0) return true
  const local = beyondRepeat(DateTime.fromJSDate(at, { zone: zoneOf(times.timezone) }).setLocale('en'))
  const minute = local.hour * 60 + local.minute
  const isIn = ({ start, end }: Window, isToday: boolean): boolean => {
    const [from, to] = [minutesOf(start), minutesOf(end)]
    if (to > from) return isToday && minute >= from && minute < to
    return isToday ? minute >= from : minute < to
  }
  return (
    windowsOf(times, local).some((window) => isIn(window, true)) ||
    windowsOf(times, local.minus({ days: 1 })).some((window) => isIn(window, false))
  )
}

const isRepeated = (local: DateTime): boolean =>
  local.getPossibleOffsets()[1]?.toMillis() === local.toMillis()

/**
 * The last minute of a repeated hour, for all of its second pass: starts and ends of windows are those of the first
 * pass (RFC 5545 §3.3.5), so nothing opens twice.
 */
function beyondRepeat(local: DateTime): DateTime {
  let last = local
  while (isRepeated(last) && isRepeated(last.plus({ minutes: 1 }))) last = last.plus({ minutes: 1 })
  return last
}

/** When the local day ends, in ms since 1970. */
export const endOfDay = ({ timezone }: Pick<OpeningTimes, 'timezone'>, at: Date): number =>
  DateTime.fromJSDate(at, { zone: zoneOf(timezone) })
    .endOf('day')
    .toMillis()

/** The windows that start on a date. */
function windowsOf({ opening_hours, opening_exceptions }: OpeningTimes, local: DateTime): readonly Window[] {
  const exception = opening_exceptions.find(({ date }) => date === local.toISODate())
  if (exception) return exception.windows
  if (!opening_hours) return ALL_DAY
  const weekday = local.weekdayLong?.toLowerCase()
  return opening_hours.filter(({ day }) => day === weekday)
}

/** Adjoining windows count as one; with more than this many, closing is too far off to matter. */
const MAX_WINDOWS = 16

/**
 * Minutes until a queue closes. Infinity if it never does, or is closed already: guests still waiting then are not
 * limited by closing.
 */
export function minutesUntilClosing(times: OpeningTimes, at: Date): number {
  if (!times.opening_hours && times.opening_exceptions.length === 0) return Number.POSITIVE_INFINITY
  if (!isOpenAt(times, at)) return Number.POSITIVE_INFINITY
  let closing = at
  for (let i = 0; i < MAX_WINDOWS; i += 1) {
    if (!isOpenAt(times, closing)) return (closing.getTime() - at.getTime()) / 60_000
    closing = nextEnd(times, closing)
  }
  return Number.POSITIVE_INFINITY
}

/** The next end of a window, among windows that start from the day before to the day after. */
function nextEnd(times: OpeningTimes, after: Date): Date {
  const local = DateTime.fromJSDate(after, { zone: zoneOf(times.timezone) })
    .setLocale('en')
    .startOf('day')
  const ends = [-1, 0, 1].flatMap((days) => {
    const day = local.plus({ days })
    return windowsOf(times, day).map(({ start, end }) => {
      return momentOf(minutesOf(end) > minutesOf(start) ? day : day.plus({ days: 1 }), end)
    })
  })
  return new Date(Math.min(...ends.filter((end) => end > after.getTime())))
}

/** Days within which the next opening is looked for. */
const MAX_DAYS = 31

/** When a queue that is closed opens; undefined if it is open, or stays closed for a month. */
export function nextOpening(times: OpeningTimes, at: Date): Date | undefined {
  if (isOpenAt(times, at)) return undefined
  const today = DateTime.fromJSDate(at, { zone: zoneOf(times.timezone) })
    .setLocale('en')
    .startOf('day')
  for (let days = 0; days <= MAX_DAYS; days += 1) {
    const day = today.plus({ days })
    const [first] = windowsOf(times, day)
      .map(({ start }) => momentOf(day, start))
      .filter((start) => start > at.getTime())
      .sort((a, b) => a - b)
    if (first !== undefined) return new Date(first)
  }
  return undefined
}

/** A local time of a day, in ms since 1970; of a time that is repeated, the first. */
function momentOf(day: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const [first] = day.set({ hour, minute }).getPossibleOffsets()
  return first?.toMillis() ?? Number.NaN
}

/** Hour of the week in a time zone: 0 starts on Monday at midnight, 167 is the last of Sunday. */
export const hourOfWeek = (timezone: string, at: Date): number => timeOfWeek(timezone, at).hour

/** Hour of the week in a time zone, and the minutes of it that have passed. */
export function timeOfWeek(timezone: string, at: Date): { readonly hour: number; readonly minute: number } {
  const { weekday, hour, minute } = DateTime.fromJSDate(at, { zone: zoneOf(timezone) })
  return { hour: (weekday - 1) * 24 + hour, minute }
}
