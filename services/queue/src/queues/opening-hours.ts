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
