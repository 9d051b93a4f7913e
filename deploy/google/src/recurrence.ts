import { DateTime } from 'luxon'
import rrule from 'rrule'
import { boundsOf, type CalendarEvent, type EventTime, instantOf, rfc3339 } from './event.ts'

/**
 * Maximum instances of an endless series in an open-ended range. Google documents no number:
 * https://developers.google.com/workspace/calendar/api/concepts/events-calendars#recurring_events
 */
const MAX_INSTANCES = 730
const DAY_MS = 86_400_000
const TEN_YEARS_MS = 10 * 366 * DAY_MS

/** Milliseconds: events that end after `from` and start before `to`. */
export interface Range {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export function isWithin(event: CalendarEvent, calendarZone: string, { from, to }: Range): boolean {
  if (from === undefined && to === undefined) return true
  const { start, end } = boundsOf(event, calendarZone)
  return (from === undefined || end > from) && (to === undefined || start < to)
}

/** The instances of a recurring event by start, ignoring its exceptions. */
export function instancesOf(master: CalendarEvent, calendarZone: string, range: Range = {}): CalendarEvent[] {
  const zone = master.start.timeZone ?? calendarZone
  const bounds = boundsOf(master, calendarZone)
  const length = bounds.end - bounds.start
  const from = Math.max(range.from ?? bounds.start, bounds.start) - length
  const to = range.to ?? from + length + TEN_YEARS_MS
  const max = range.to === undefined ? MAX_INSTANCES : Number.POSITIVE_INFINITY
  return ruleOf(master, zone, calendarZone)
    .between(floating(from - DAY_MS, zone), floating(to + DAY_MS, zone), true, (_, count) => count < max)
    .map((start) => instanceAt(master, start, zone, calendarZone))
    .filter((instance) => isWithin(instance, calendarZone, range))
}

/** The instance with this id, if the recurring event has it. */
export function instanceOf(master: CalendarEvent, calendarZone: string, id: string) {
  const day = Date.parse(id.slice(master.id.length + 1).replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3'))
  const { start, end } = boundsOf(master, calendarZone)
  const near = { from: day - 2 * DAY_MS, to: day + 2 * DAY_MS + end - start }
  return instancesOf(master, calendarZone, near).find((instance) => instance.id === id)
}

/** Rules count in local time; the library counts in UTC, so it is given local times as if they were UTC. */
function ruleOf(master: CalendarEvent, zone: string, calendarZone: string): rrule.RRule {
  const [line = ''] = master.recurrence ?? []
  const { until, ...options } = rrule.RRule.parseString(line)
  const dtstart = floating(instantOf(master.start, calendarZone).toMillis(), zone)
  const last = until && (/UNTIL=\d+T\d+Z/.test(line) ? floating(until.getTime(), zone) : until)
  return new rrule.RRule({ ...options, dtstart, ...(last && { until: last }) })
}

const floating = (ms: number, zone: string): Date =>
  DateTime.fromMillis(ms, { zone }).setZone('utc', { keepLocalTime: true }).toJSDate()

function instanceAt(master: CalendarEvent, at: Date, zone: string, calendarZone: string): CalendarEvent {
  const local = DateTime.fromJSDate(at, { zone: 'utc' })
  const { recurrence: _recurrence, ...rest } = master
  const { date } = master.start
  const start: EventTime =
    date === undefined
      ? { dateTime: rfc3339(local.setZone(zone, { keepLocalTime: true })), timeZone: zone }
      : { date: local.toISODate() ?? '' }
  const end = endOf(master, start, calendarZone)
  return {
    ...rest,
    id: `${master.id}_${idOf(start)}`,
    recurringEventId: master.id,
    originalStartTime: start,
    start,
    end,
  }
}

/** An instance's id contains its original start in UTC, as at Google; clients must not rely on it. */
function idOf({ date, dateTime = '' }: EventTime): string {
  if (date !== undefined) return date.replaceAll('-', '')
  return DateTime.fromISO(dateTime).toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'")
}

function endOf(master: CalendarEvent, start: EventTime, calendarZone: string): EventTime {
  if (start.date !== undefined) {
    const [first, last] = [master.start, master.end].map(({ date = '' }) => Date.parse(date))
    const end = new Date(Date.parse(start.date) + (last ?? 0) - (first ?? 0))
    return { date: end.toISOString().slice(0, 10) }
  }
  const { start: first, end } = boundsOf(master, calendarZone)
  const last = instantOf(start, calendarZone).plus(end - first)
  return { dateTime: rfc3339(last), ...(master.end.timeZone && { timeZone: master.end.timeZone }) }
}
