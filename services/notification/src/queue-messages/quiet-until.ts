import type { QueueMessages } from '@usher/contracts'
import { DateTime } from 'luxon'

type QuietHours = NonNullable<QueueMessages['quiet_hours']>

/**
 * When the quiet hours end that a moment is in; undefined outside of them. They go by the local clock, also where
 * it is set forward or back: an hour that comes twice is quiet twice, an end that is left out is the time after it.
 */
export function quietUntil({ start, end }: QuietHours, timezone: string, at: Date): Date | undefined {
  const local = DateTime.fromJSDate(at, { zone: timezone })
  const isQuiet = (moment: DateTime): boolean => {
    const time = moment.toFormat('HH:mm')
    return start < end ? time >= start && time < end : time >= start || time < end
  }
  if (!isQuiet(local)) return undefined
  const [hour, minute] = end.split(':').map(Number) as [number, number]
  const onDay = (days: number): DateTime =>
    local.plus({ days }).set({ hour, minute, second: 0, millisecond: 0 })
  // Where the end comes twice, the second may be meant; where it is left out, that of the day after.
  const ends: DateTime[] = [0, 1, 2].flatMap((days): DateTime[] => onDay(days).getPossibleOffsets())
  const after = ends.filter((moment) => moment > local && !isQuiet(moment))
  return after.toSorted((a, b) => a.toMillis() - b.toMillis())[0]?.toJSDate()
}
