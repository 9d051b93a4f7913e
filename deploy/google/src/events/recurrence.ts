import { DateTime } from 'luxon'
import rrule from 'rrule'
import type { CalendarEvent, EventTime } from './calendar-event.ts'
import { boundsOf, instantOf, rfc3339 } from './event-times.ts'

/**
 * Maximum instances of an endless series in an open-ended range. Google documents no number:
 * https://developers.google.com/workspace/calendar/api/concepts/events-calendars#recurring_events
 */
const MAX_INSTANCES = 730
const TEN_YEARS_MS = 10 * 366 * 86_400_000

interface Range {
  /** Milliseconds: instances that end after it. */
  readonly from?: number | undefined
  /** Milliseconds: instances that start before it. */
  readonly to?: number | undefined
}

/** The instances of a recurring event by start, ignoring its exceptions. */
export function instancesOf(master: CalendarEvent, calendarZone: string, range: Range = {}): CalendarEvent[] {
  const zone = master.start.timeZone ?? calendarZone
  const bounds = boundsOf(master, calendarZone)
  const length = bounds.end - bounds.start
  const from = Math.max(range.from ?? bounds.start, bounds.start) - length
  const to = range.to ?? from + length + TEN_YEARS_MS
  const max = range.to === undefined ? MAX_INSTANCES : Number.POSITIVE_INFINITY
  const starts = seriesOf(master, zone, calendarZone).between(
    floating(from - 86_400_000, zone),
    floating(to + 86_400_000, zone),
    true,
    (_start, count) => count < max,
  )
  return starts
    .map((start) => instanceOf(master, start, zone, calendarZone))
    .filter((instance) => {
      const { start, end } = boundsOf(instance, calendarZone)
      return (range.from === undefined || end > range.from) && (range.to === undefined || start < range.to)
    })
}

/** Why a recurrence is invalid; undefined if it is valid. */
export function recurrenceProblem(lines: readonly string[]): string | undefined {
  try {
    for (const line of lines) {
      if (!/^(RRULE|EXDATE|RDATE)[:;]/.test(line)) return 'Invalid recurrence rule.'
      if (line.startsWith('RRULE') && rrule.RRule.parseString(line).freq === undefined) {
        return 'Invalid recurrence rule.'
      }
    }
  } catch {
    return 'Invalid recurrence rule.'
  }
  return undefined
}

/** An instance's id contains its original start in UTC, as at Google; clients must not rely on it. */
export function instanceId(masterId: string, originalStart: EventTime): string {
  if (originalStart.date !== undefined) return `${masterId}_${originalStart.date.replaceAll('-', '')}`
  const utc = DateTime.fromISO(originalStart.dateTime ?? '').toUTC()
  return `${masterId}_${utc.toFormat("yyyyMMdd'T'HHmmss'Z'")}`
}

/** Rules count in local time; the library counts in UTC, so it is given local times as if they were UTC. */
function seriesOf(master: CalendarEvent, zone: string, calendarZone: string): rrule.RRuleSet {
  const set = new rrule.RRuleSet()
  const dtstart = floating(instantOf(master.start, calendarZone).toMillis(), zone)
  for (const line of master.recurrence ?? []) {
    if (line.startsWith('RRULE')) {
      const { until, ...options } = rrule.RRule.parseString(line)
      const last = until && (/UNTIL=\d+T\d+Z/.test(line) ? floating(until.getTime(), zone) : until)
      set.rrule(new rrule.RRule({ ...options, dtstart, ...(last ? { until: last } : {}) }))
      continue
    }
    const add = (date: Date) => (line.startsWith('EXDATE') ? set.exdate(date) : set.rdate(date))
    for (const date of datesOf(line, zone)) add(date)
  }
  return set
}

/** `EXDATE;TZID=Europe/Berlin:20261201T090000,…`, `EXDATE;VALUE=DATE:20261201` (RFC 5545 §3.8.5.1). */
function datesOf(line: string, zone: string): Date[] {
  const [head = '', values = ''] = line.split(':')
  const own = /TZID=([^;]+)/.exec(head)?.[1]
  return values.split(',').map((value) => {
    const given = DateTime.fromISO(value, { zone: value.endsWith('Z') ? 'utc' : (own ?? zone) })
    return floating(given.toMillis(), zone)
  })
}

const floating = (ms: number, zone: string): Date =>
  DateTime.fromMillis(ms, { zone }).setZone('utc', { keepLocalTime: true }).toJSDate()

function instanceOf(master: CalendarEvent, start: Date, zone: string, calendarZone: string): CalendarEvent {
  const local = DateTime.fromJSDate(start, { zone: 'utc' })
  const { recurrence: _recurrence, ...rest } = master
  const originalStartTime =
    master.start.date === undefined
      ? { dateTime: rfc3339(local.setZone(zone, { keepLocalTime: true })), timeZone: zone }
      : { date: local.toISODate() ?? '' }
  return {
    ...rest,
    id: instanceId(master.id, originalStartTime),
    recurringEventId: master.id,
    originalStartTime,
    start: originalStartTime,
    end: endOf(master, originalStartTime, calendarZone),
  }
}

function endOf(master: CalendarEvent, start: EventTime, calendarZone: string): EventTime {
  if (start.date !== undefined) {
    const days = DateTime.fromISO(master.end.date ?? '').diff(
      DateTime.fromISO(master.start.date ?? ''),
      'days',
    )
    return { date: DateTime.fromISO(start.date).plus(days).toISODate() ?? '' }
  }
  const { start: first, end } = boundsOf(master, calendarZone)
  const last = instantOf(start, calendarZone).plus(end - first)
  return { dateTime: rfc3339(last), ...(master.end.timeZone ? { timeZone: master.end.timeZone } : {}) }
}
