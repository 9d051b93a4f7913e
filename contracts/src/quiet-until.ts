import { DateTime } from 'luxon'
import { zoneOf } from './luxon-zone.ts'
import type { QuietHours } from './resources/quiet-hours.ts'

/**
 * When the current quiet hours end; undefined outside of them. They follow the local clock, also when it is set
 * forward or back: a repeated hour is quiet twice, and an end that is skipped is the time after it.
 */
export function quietUntil(hours: QuietHours, timezone: string, at: Date): Date | undefined {
  const local = localTime(timezone, at)
  if (!isQuiet(hours, local)) return undefined
  // A repeated end may mean the second; a skipped one that of the day after.
  const ends = [0, 1, 2].flatMap((days) => clockOn(local.plus({ days }), hours.end))
  return earliest(ends.filter((moment) => moment > local && !isQuiet(hours, moment)))
}

/** When the quiet hours that are current at a time began. */
export function quietSince({ start }: QuietHours, timezone: string, at: Date): Date | undefined {
  const local = localTime(timezone, at)
  const starts = [0, -1, -2].flatMap((days) => clockOn(local.plus({ days }), start))
  return latest(starts.filter((moment) => moment <= local))
}

const localTime = (timezone: string, at: Date): DateTime =>
  DateTime.fromJSDate(at, { zone: zoneOf(timezone) })

function isQuiet({ start, end }: QuietHours, moment: DateTime): boolean {
  const time = moment.toFormat('HH:mm')
  return start < end ? time >= start && time < end : time >= start || time < end
}

/** When a clock shows a time on a day: twice if it is set back then. */
function clockOn(day: DateTime, time: string): DateTime[] {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return day.set({ hour, minute, second: 0, millisecond: 0 }).getPossibleOffsets()
}

const inOrder = (moments: readonly DateTime[]): DateTime[] =>
  moments.toSorted((a, b) => a.toMillis() - b.toMillis())

const earliest = (moments: readonly DateTime[]): Date | undefined => inOrder(moments)[0]?.toJSDate()
const latest = (moments: readonly DateTime[]): Date | undefined => inOrder(moments).at(-1)?.toJSDate()
