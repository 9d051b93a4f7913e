import type { Provider } from '@usher/contracts'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { instantOf, offsetAt, type ZoneOffsets, zoneOffsets } from './zone-offsets.ts'

/** 1970-01-01 was a Thursday. */
const WEEKDAYS = ['thursday', 'friday', 'saturday', 'sunday', 'monday', 'tuesday', 'wednesday'] as const

/** Working hours, in local time. */
export interface Hours extends Pick<Provider, 'weekly_hours' | 'overrides'> {
  readonly time_zone: string
}

/** A period in which bookings may start; ms since 1970. */
export interface OpenWindow {
  readonly start: number
  readonly end: number
  /** When bookings must be over: the end of the last window that follows without a gap. */
  readonly until: number
  /** Its start in local time, read as if it were UTC: possible starts are counted from it. */
  readonly wall: number
}

interface LocalWindow {
  readonly start: string
  readonly end: string
}

export interface Opening {
  readonly windows: readonly OpenWindow[]
  readonly offsets: ZoneOffsets
}

/** Margin around the range, in ms: windows of the day before may last into it, bookings a day beyond it. */
const MARGIN_MS = 3 * DAY_MS

/**
 * The windows of a provider that touch a range, by start. Only the edges of windows are local times;
 * everything else works with instants.
 */
export function openWindows(hours: Hours, from: number, to: number): Opening {
  const offsets = zoneOffsets(hours.time_zone, from - MARGIN_MS, to + MARGIN_MS)
  const overrides = new Map(hours.overrides.map(({ date, windows }) => [dayOf(date), windows]))
  const weekly = weeklyByDay(hours)
  const firstDay = Math.floor((from + offsetAt(offsets, from)) / DAY_MS) - 1
  const lastDay = Math.floor((to + offsetAt(offsets, to)) / DAY_MS) + 1
  const windows: Omit<OpenWindow, 'until'>[] = []
  for (let day = firstDay; day <= lastDay; day += 1) {
    for (const local of overrides.get(day) ?? weekly(day)) {
      const window = openWindow(offsets, day, local)
      if (window.end > from && window.end > window.start) windows.push(window)
    }
  }
  return { windows: joined(windows).filter(({ start }) => start < to), offsets }
}

/** Windows in order, each with the end of its run of windows that touch or overlap. */
function joined(windows: Omit<OpenWindow, 'until'>[]): OpenWindow[] {
  const runs: { until: number; windows: Omit<OpenWindow, 'until'>[] }[] = []
  for (const window of windows.sort((a, b) => a.start - b.start)) {
    const run = runs.at(-1)
    if (run && window.start <= run.until) {
      run.windows.push(window)
      run.until = Math.max(run.until, window.end)
    } else runs.push({ until: window.end, windows: [window] })
  }
  return runs.flatMap((run) => run.windows.map((window) => ({ ...window, until: run.until })))
}

function openWindow(
  offsets: ZoneOffsets,
  day: number,
  { start, end }: LocalWindow,
): Omit<OpenWindow, 'until'> {
  const [from, to] = [minutesOf(start), minutesOf(end)]
  const wall = day * DAY_MS + from * MINUTE_MS
  const lastDay = to > from ? day : day + 1
  return {
    start: instantOf(offsets, wall),
    end: instantOf(offsets, lastDay * DAY_MS + to * MINUTE_MS),
    wall,
  }
}

/** The weekly windows that start on a day and are in effect on it. */
function weeklyByDay({ weekly_hours }: Hours): (day: number) => readonly LocalWindow[] {
  const all = weekly_hours.map(({ day, start, end, effective_from, effective_to }) => ({
    day,
    start,
    end,
    first: effective_from === undefined ? Number.NEGATIVE_INFINITY : dayOf(effective_from),
    last: effective_to === undefined ? Number.POSITIVE_INFINITY : dayOf(effective_to),
  }))
  return (number) => {
    const weekday = WEEKDAYS[number % 7]
    return all.filter(({ day, first, last }) => day === weekday && first <= number && number <= last)
  }
}

/** Days since 1970-01-01. */
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / DAY_MS

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
