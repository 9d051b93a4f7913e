import { t } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { locale } from '../../language/language.ts'
import { shortWeekday, WEEK_DAYS, type WeekDay } from '../../ui/weekdays.ts'

export type WeeklyWindow = Schemas['Provider']['weekly_hours'][number]

/** Whether a window ends on the next day: its end is not after its start. */
export const isOverMidnight = ({ start, end }: { start: string; end: string }): boolean => end <= start

/** Copies one day's windows to other days. Windows limited to certain dates stay. */
export function copyDay(
  hours: readonly WeeklyWindow[],
  from: WeekDay,
  to: readonly WeekDay[],
): readonly WeeklyWindow[] {
  const isOfDates = ({ effective_from, effective_to }: WeeklyWindow) => effective_from ?? effective_to
  const copied = hours.filter((window) => window.day === from && !isOfDates(window))
  const kept = hours.filter((window) => !to.includes(window.day) || isOfDates(window))
  return [...kept, ...to.flatMap((day) => copied.map((window) => ({ ...window, day })))]
}

/** Hours of a week in a few words. */
export function summaryOf(hours: readonly WeeklyWindow[]): string {
  const days = WEEK_DAYS.filter((day) => hours.some((window) => window.day === day))
  if (days.length === 0) return t`No hours`
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(days.map(shortWeekday))
}
