import type { Schemas } from '../../api/client.ts'

export type WeeklyWindow = Schemas['Provider']['weekly_hours'][number]
export type WeekDay = WeeklyWindow['day']

export const WEEK_DAYS: readonly WeekDay[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday'] as const),
  ...(['friday', 'saturday', 'sunday'] as const),
]

export const dayWords = (day: WeekDay): string => day.charAt(0).toUpperCase() + day.slice(1)

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
  if (days.length === 0) return 'No hours'
  return `${days.map((day) => dayWords(day).slice(0, 3)).join(', ')}`
}
