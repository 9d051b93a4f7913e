import { DateTime } from 'luxon'

/** A time of an event: an instant, or a date of an event that takes whole days. */
export interface EventTime {
  readonly date?: string | null | undefined
  readonly dateTime?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

/** What sync needs to know of an event; of a deleted one Google promises nothing but its id and status. */
export interface GoogleEvent {
  readonly id: string
  readonly etag: string
  readonly status: 'confirmed' | 'tentative' | 'cancelled'
  readonly start?: EventTime | undefined
  readonly end?: EventTime | undefined
  readonly transparency?: string | undefined
  readonly eventType?: string | undefined
  readonly attendees?: readonly { readonly self?: boolean; readonly responseStatus?: string }[] | undefined
  readonly ownProperties: Readonly<Record<string, string>>
}

/** Milliseconds; the end is not part of it. */
export interface Span {
  readonly start: number
  readonly end: number
}

export const isSameSpan = (a: Span | null, b: Span | null): boolean =>
  a !== null && b !== null && a.start === b.start && a.end === b.end

/**
 * When an event is. Whole days are those of the calendar's time zone, and the end date is not part of them
 * (Calendar API, events resource, `end.date`).
 *
 * @param zone of the calendar
 * @returns undefined for an event that does not tell
 */
export function spanOf({ start, end }: Pick<GoogleEvent, 'start' | 'end'>, zone: string): Span | undefined {
  const from = instantOf(start, zone)
  const to = instantOf(end, zone)
  return from === undefined || to === undefined ? undefined : { start: from, end: to }
}

function instantOf(time: EventTime | undefined, zone: string): number | undefined {
  if (time?.dateTime) {
    const read = DateTime.fromISO(time.dateTime, { zone: time.timeZone ?? zone })
    return read.isValid ? read.toMillis() : undefined
  }
  if (!time?.date) return undefined
  const read = DateTime.fromISO(time.date, { zone })
  return read.isValid ? read.toMillis() : undefined
}
