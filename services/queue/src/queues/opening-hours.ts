import type { OpeningWindow } from '@usher/contracts'
import { DateTime } from 'luxon'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Whether a queue is open at a moment. Windows are in the local time of the queue's zone; one whose end is
 * at or before its start lasts into the next day. A start belongs to the window, an end does not.
 *
 * @param windows null: always open
 */
export function isOpenAt(windows: readonly OpeningWindow[] | null, timezone: string, at: Date): boolean {
  if (!windows) return true
  const local = DateTime.fromJSDate(at, { zone: timezone }).setLocale('en')
  const today = local.weekdayLong?.toLowerCase()
  const yesterday = local.minus({ days: 1 }).weekdayLong?.toLowerCase()
  const minute = local.hour * 60 + local.minute
  return windows.some(({ day, start, end }) => {
    const [from, to] = [minutesOf(start), minutesOf(end)]
    if (to > from) return day === today && minute >= from && minute < to
    return (day === today && minute >= from) || (day === yesterday && minute < to)
  })
}
