import { zoneOf } from '@usher/contracts/luxon-zone'
import { findZone } from '@usher/contracts/zones'
import { DateTime, type Zone } from 'luxon'
import { findIana } from 'windows-iana'

/** A time of an event: an instant, or a date for an all-day event. */
export interface EventTime {
  readonly date?: string | null | undefined
  readonly dateTime?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

/** The parts of an event that sync needs; for a deleted one Google guarantees only id and status. */
export interface GoogleEvent {
  readonly id: string
  readonly etag: string
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly iCalUID?: string | undefined
  /** The event that this one is an occurrence of. */
  readonly recurringEventId?: string | undefined
  readonly start?: EventTime | undefined
  readonly end?: EventTime | undefined
  readonly transparency?: string | undefined
  readonly eventType?: string | undefined
  readonly attendees?: readonly { readonly self?: boolean; readonly responseStatus?: string }[] | undefined
  readonly ownProperties: Readonly<Record<string, string>>
}

/** In milliseconds; the end is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const isSameSpan = (a: Span | null, b: Span | null): boolean =>
  a !== null && b !== null && a.start === b.start && a.end === b.end

/**
 * The time zone of a name in a calendar: Google returns what the program that made an event or a calendar sent, such as
 * `W. Europe Standard Time` of Windows. Undefined: unknown.
 */
const zoneNamed = (name: string | null | undefined): Zone | undefined => {
  const known = name && (findZone(name)?.name ?? findIana(name)[0])
  return known ? zoneOf(known) : undefined
}

/**
 * When an event is. Its offset says the instant, whatever its zone is called; without one, its zone counts, or else that
 * of the calendar. All-day events use the calendar's time zone, and their end date is exclusive (Calendar API,
 * events resource, `end.date`).
 *
 * @param zone of the calendar
 * @returns undefined for an event without times
 */
export function spanOf({ start, end }: Pick<GoogleEvent, 'start' | 'end'>, zone: string): Span | undefined {
  const from = instantOf(start, zone)
  const to = instantOf(end, zone)
  return from === undefined || to === undefined ? undefined : { start: from, end: to }
}

function instantOf(time: EventTime | undefined, calendarZone: string): number | undefined {
  const zone = zoneNamed(calendarZone) ?? zoneOf('UTC')
  if (time?.dateTime) {
    const read = DateTime.fromISO(time.dateTime, { zone: zoneNamed(time.timeZone) ?? zone })
    return read.isValid ? read.toMillis() : undefined
  }
  if (!time?.date) return undefined
  const read = DateTime.fromISO(time.date, { zone })
  return read.isValid ? read.toMillis() : undefined
}
