import { zoneOf } from '@usher/contracts/luxon-zone'
import { localDate, localTime } from '@usher/contracts/zones'
import { DateTime, Settings } from 'luxon'
import { homeZone } from '../api/home-zone.ts'
import { locale } from '../language/language.ts'

Settings.defaultLocale = locale

/** A date without a time: `2026-12-24`. */
export type Day = string

const MINUTES_OF_A_DAY = 1440

/** Today in a zone. */
export const todayIn = (zone: string, now = Date.now()): Day => localDate(now, zone)

export const addDays = (day: Day, days: number): Day =>
  DateTime.fromISO(day, { zone: 'utc' }).plus({ days }).toISODate() ?? day

/** The seven days of the week of a day, from Monday. */
export function weekOf(day: Day): Day[] {
  const monday = DateTime.fromISO(day, { zone: 'utc' }).startOf('week')
  return Array.from({ length: 7 }, (_, days) => monday.plus({ days }).toISODate() ?? day)
}

/** The date on which an instant is in a zone. */
export const dayIn = (instant: string, zone: string): Day => localDate(instant, zone)

/** Minutes of the local clock since midnight. */
export function minuteIn(instant: string, zone: string): number {
  const local = localTime(instant, zone)
  return local.getUTCHours() * 60 + local.getUTCMinutes()
}

/** A time range in a zone. */
interface TimeRange {
  readonly start: string
  readonly end: string
  readonly timezone: string
}

/**
 * The part of something that is on a day, in minutes of the local clock since midnight.
 *
 * @returns undefined if none of it is on that day
 */
export function partOn(
  day: Day,
  { start, end, timezone }: TimeRange,
): { from: number; to: number } | undefined {
  const [first, last] = [dayIn(start, timezone), dayIn(end, timezone)]
  const from = first === day ? minuteIn(start, timezone) : 0
  const to = last === day ? minuteIn(end, timezone) : MINUTES_OF_A_DAY
  // A range that ends at midnight has no part on the next day.
  return first > day || last < day || (first < day && to === 0) ? undefined : { from, to }
}

/** The instant of a minute of the local clock, in UTC; one that a change of the clock skips is the next there is. */
export function instantOf(day: Day, minute: number, zone: string): string {
  const within = Math.max(0, Math.min(MINUTES_OF_A_DAY - 1, minute))
  const local = DateTime.fromISO(day, { zone: zoneOf(zone) }).set({
    hour: Math.floor(within / 60),
    minute: within % 60,
  })
  return new Date(local.toMillis()).toISOString()
}

/**
 * Between which starts everything is that takes place on these days in any zone of the world, for asking the API; a
 * booking takes a day at most, so what began on the day before is among it.
 */
export const spanOf = (first: Day, last: Day): { from: string; to: string } => ({
  from: new Date(Date.parse(`${first}T00:00:00Z`) - (14 + 24) * 3_600_000).toISOString(),
  to: new Date(Date.parse(`${addDays(last, 1)}T00:00:00Z`) + 12 * 3_600_000).toISOString(),
})

export const minutesBetween = (start: string, end: string): number =>
  Math.round((Date.parse(end) - Date.parse(start)) / 60_000)

/** The instant of a local time such as `2026-12-24T09:30` in the organisation's zone; undefined if empty. */
export const instantOfField = (value: string): string | undefined =>
  value === ''
    ? undefined
    : new Date(DateTime.fromISO(value, { zone: zoneOf(homeZone()) }).toMillis()).toISOString()

const dayAndTime = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** Thu, Dec 24, 9:30 AM. */
export const dayAndClock = (instant: string, zone: string): string =>
  dayAndTime.format(localTime(instant, zone))

/** Thursday, December 24. */
export const longDay = (day: Day): string =>
  DateTime.fromISO(day, { zone: 'utc' }).toLocaleString({ weekday: 'long', month: 'long', day: 'numeric' })

/** Dec 24, 2026. */
export const dateText = (day: Day): string =>
  DateTime.fromISO(day, { zone: 'utc' }).toLocaleString(DateTime.DATE_MED)

/** Thu 24. */
export const shortDay = (day: Day): string =>
  DateTime.fromISO(day, { zone: 'utc' }).toLocaleString({ weekday: 'short', day: 'numeric' })
