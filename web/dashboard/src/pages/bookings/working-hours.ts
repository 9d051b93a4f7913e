import { weekdayOf } from '../../ui/weekdays.ts'
import { addDays, type Day, partOn } from '../../ui/zone-time.ts'
import type { Provider } from './queries.ts'

/** Part of a day, in minutes of the local clock since midnight. */
export interface Part {
  readonly from: number
  readonly to: number
}

export const WHOLE_DAY: Part = { from: 0, to: 24 * 60 }

/** When a provider works on a day, in the provider's time zone. The API has the last word on what is free. */
export function workingParts(day: Day, provider: Provider): readonly Part[] {
  if (!provider.active || provider.archived_at !== null) return []
  const parts = [...nightBefore(day, provider), ...windowsOf(day, provider)]
  const { timezone } = provider
  const off = provider.time_off.flatMap(({ start, end }) => partOn(day, { start, end, timezone }) ?? [])
  return off.reduce(without, parts)
}

/** What is left of some parts of a day when another is taken out of them. */
export const without = (parts: readonly Part[], taken: Part): readonly Part[] =>
  parts
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, taken.from) },
      { from: Math.max(from, taken.to), to },
    ])
    .filter(({ from, to }) => from < to)

/** The windows that start on a day, until midnight. */
const windowsOf = (day: Day, provider: Provider): Part[] =>
  windowsFrom(day, provider).map(({ from, to }) => ({ from, to: to > from ? to : WHOLE_DAY.to }))

/** What the windows of the day before have after midnight. */
const nightBefore = (day: Day, provider: Provider): Part[] =>
  windowsFrom(addDays(day, -1), provider)
    .filter(({ from, to }) => to <= from)
    .map(({ to }) => ({ from: 0, to }))

function windowsFrom(day: Day, { overrides, weekly_hours }: Provider): Part[] {
  const weekday = weekdayOf(day)
  const isInEffect = ({ effective_from = day, effective_to = day }: (typeof weekly_hours)[number]) =>
    effective_from <= day && day <= effective_to
  const windows =
    overrides.find(({ date }) => date === day)?.windows ??
    weekly_hours.filter((window) => window.day === weekday && isInEffect(window))
  return windows.map(({ start, end }) => ({ from: minutesOf(start), to: minutesOf(end) }))
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
