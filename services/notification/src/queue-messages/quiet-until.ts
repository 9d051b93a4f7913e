import type { QueueMessages } from '@usher/contracts'
import { zoneOf } from '@usher/contracts/luxon-zone'
import { DateTime } from 'luxon'

type QuietHours = NonNullable<QueueMessages['quiet_hours']>

/**
 * When the current quiet hours end; undefined outside of them. They follow the local clock, also when it is set
 * forward or back: a repeated hour is quiet twice, and an end that is skipped is the time after it.
 */
export function quietUntil({ start, end }: QuietHours, timezone: string, at: Date): Date | undefined {
  const local = DateTime.fromJSDate(at, { zone: zoneOf(timezone) })
  const isQuiet = (moment: DateTime): boolean => {
    const time = moment.toFormat('HH:mm')
    return start < end ? time >= start && time < end : time >= start || time < end
  }
  if (!isQuiet(local)) return undefined
  const [hour, minute] = end.split(':').map(Number) as [number, number]
  const onDay = (days: number): DateTime =>
    local.plus({ days }).set({ hour, minute, second: 0, millisecond: 0 })
  // A repeated end may mean the second; a skipped one that of the day after.
  const ends: DateTime[] = [0, 1, 2].flatMap((days): DateTime[] => onDay(days).getPossibleOffsets())
  const after = ends.filter((moment) => moment > local && !isQuiet(moment))
  return after.toSorted((a, b) => a.toMillis() - b.toMillis())[0]?.toJSDate()
}
