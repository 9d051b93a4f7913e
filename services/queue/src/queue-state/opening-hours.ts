import type { OpeningException, OpeningWindow } from '@usher/contracts'
import { DateTime } from 'luxon'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** When a queue is open, in the local time of its zone. */
export interface OpeningTimes {
  /** null: always, but for the exceptions. */
  readonly opening_hours: readonly OpeningWindow[] | null
  readonly opening_exceptions?: readonly OpeningException[] | undefined
  readonly timezone: string
}

interface Window {
  readonly start: string
  readonly end: string
}

const ALL_DAY: readonly Window[] = [{ start: '00:00', end: '00:00' }]

/**
 * Whether a queue is open at a moment. A window whose end is at or before its start lasts into the next day;
 * an exception takes the place of all windows that begin on its date. A start belongs to the window, an end
 * does not.
 */
export function isOpenAt(times: OpeningTimes, at: Date): boolean {
  if (!times.opening_hours && !times.opening_exceptions?.length) return true
  const local = DateTime.fromJSDate(at, { zone: times.timezone }).setLocale('en')
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

/** The windows that begin on a date. */
function windowsOf({ opening_hours, opening_exceptions }: OpeningTimes, local: DateTime): readonly Window[] {
  const exception = opening_exceptions?.find(({ date }) => date === local.toISODate())
  if (exception) return exception.windows
  if (!opening_hours) return ALL_DAY
  const weekday = local.weekdayLong?.toLowerCase()
  return opening_hours.filter(({ day }) => day === weekday)
}

/** Windows that follow each other are as one; a queue that is open for longer has no closing that matters. */
const MOST_WINDOWS = 16

/**
 * Minutes until a queue closes. Infinity where it does not, or is closed already: who still waits then is
 * waiting for no closing.
 */
export function minutesUntilClosing(times: OpeningTimes, at: Date): number {
  if (!times.opening_hours && !times.opening_exceptions?.length) return Number.POSITIVE_INFINITY
  if (!isOpenAt(times, at)) return Number.POSITIVE_INFINITY
  let closing = at
  for (let i = 0; i < MOST_WINDOWS; i += 1) {
    if (!isOpenAt(times, closing)) return (closing.getTime() - at.getTime()) / 60_000
    closing = nextEnd(times, closing)
  }
  return Number.POSITIVE_INFINITY
}

/** The next moment at which a window ends, of those that begin from the day before to the day after. */
function nextEnd(times: OpeningTimes, after: Date): Date {
  const local = DateTime.fromJSDate(after, { zone: times.timezone }).setLocale('en').startOf('day')
  const ends = [-1, 0, 1].flatMap((days) => {
    const day = local.plus({ days })
    return windowsOf(times, day).map(({ start, end }) => {
      const [hour = 0, minute = 0] = end.split(':').map(Number)
      const last = minutesOf(end) > minutesOf(start) ? day : day.plus({ days: 1 })
      return last.set({ hour, minute }).toMillis()
    })
  })
  return new Date(Math.min(...ends.filter((end) => end > after.getTime())))
}

/** Hour of the week in a time zone: 0 is Monday from midnight, 167 the last of Sunday. */
export function hourOfWeek(timezone: string, at: Date): number {
  const { weekday, hour } = DateTime.fromJSDate(at, { zone: timezone })
  return (weekday - 1) * 24 + hour
}
