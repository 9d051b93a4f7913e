import type { SlotRule } from '@usher/contracts'
import { offsetAt, zoneOffsets } from '@usher/contracts/zones'
import { notFound } from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { CalendarRecord } from '../calendars/calendar-store.ts'
import { isStale } from '../calendars/stale.ts'
import type { NearLedger } from '../ledger/near-ledger.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { type Entry, isLive, type SlotSpec, type Span } from '../slots/busy.ts'
import type { Bounds } from '../slots/judge.ts'
import type { Calendar } from '../slots/sweep.ts'
import { instantOf, zoneOffsets as zoneOffsetsIn } from '../slots/zone-offsets.ts'

/** The slots to search for or book: a service type with a duration and a number of seats. */
export const slotSpecOf = (type: ServiceTypeRecord, durationMinutes: number, seats: number): SlotSpec => ({
  type: type._id,
  duration: durationMinutes * MINUTE_MS,
  step: (type.slot_step_minutes ?? type.duration_minutes) * MINUTE_MS,
  bufferBefore: type.buffer_before_minutes * MINUTE_MS,
  bufferAfter: type.buffer_after_minutes * MINUTE_MS,
  capacity: type.capacity,
  seats,
})

/** The earliest and latest start that can be booked now: the horizon is the end of a day in the time zone. */
export function boundsOf(
  type: Pick<ServiceTypeRecord, 'min_notice_minutes' | 'horizon_days'>,
  now: Date,
  timezone: string,
): Bounds {
  const afterwards = (daysIn(timezone)(now.getTime()) + type.horizon_days + 1) * DAY_MS
  const offsets = zoneOffsetsIn(timezone, afterwards - 2 * DAY_MS, afterwards + 2 * DAY_MS)
  return {
    earliest: now.getTime() + type.min_notice_minutes * MINUTE_MS,
    latest: instantOf(offsets, afterwards) - 1,
  }
}

/** The sources of a provider's busy time: bookings and holds, and the linked calendar. */
interface BusySources {
  readonly ledger: NearLedger | undefined
  readonly elsewhere: CalendarRecord | undefined
}

/** The calendar of a provider. @param without bookings or holds to ignore, because this one replaces them */
export const calendarOf = (
  provider: ProviderRecord,
  { ledger, elsewhere }: BusySources,
  now: Date,
  without: readonly string[] = [],
): Calendar => ({
  hours: provider,
  timeOff: provider.time_off.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })),
  busy: [
    ...(ledger?.busy ?? []).filter(
      (entry) => isLive(entry, now.getTime()) && !(entry.by !== null && without.includes(entry.by)),
    ),
    ...(elsewhere?.busy ?? []).map(calendarEntry),
  ],
})

/** Why a provider cannot be booked at a time even if it is free; null: it can. */
export function closedBy(
  provider: ProviderRecord,
  { ledger, elsewhere }: BusySources,
  span: Span,
  now: Date,
): SlotRule | null {
  if (isStale(provider, elsewhere, now)) return 'calendar_stale'
  return isLedgerFull(ledger, span) ? 'provider_full' : null
}

/** Whether the ledger is full in a month that the buffered time touches. */
export const isLedgerFull = (
  ledger: Pick<NearLedger, 'full'> | undefined,
  { bufferedStart, bufferedEnd }: Span,
): boolean => ledger?.full.some(({ from, to }) => bufferedStart < to && bufferedEnd > from) ?? false

const calendarEntry = ({ start, end }: CalendarRecord['busy'][number]): Entry => ({
  by: null,
  type: null,
  start,
  end,
  bufferedStart: start,
  bufferedEnd: end,
  seats: 1,
  expires: null,
})

/** The busy time of a provider per day, in ms. */
export function loadsOf({ busy }: Calendar, dayOf: (at: number) => number): (day: number) => number {
  const loads = new Map<number, number>()
  for (const { start, end } of busy) {
    const day = dayOf(start)
    loads.set(day, (loads.get(day) ?? 0) + end - start)
  }
  return (day) => loads.get(day) ?? 0
}

/** Returns a function that numbers the local days of instants. */
export function daysIn(timezone: string): (at: number) => number {
  const zone = zoneOffsets(timezone)
  return (at) => Math.floor((at + offsetAt(zone, at) * MINUTE_MS) / DAY_MS)
}

/**
 * Selects the bookable providers of a service type: the requested one, or all.
 *
 * @param found the providers of the service type
 * @throws ProblemError `not_found` for a provider that does not offer the service type
 */
export function selectProviders(
  found: readonly ProviderRecord[],
  providerId: string | undefined,
): ProviderRecord[] {
  const bookable = found.filter(({ active, archived_at }) => active && !archived_at)
  if (providerId === undefined) return bookable
  if (!found.some(({ _id }) => _id === providerId)) throw notFound('provider of the service type')
  return bookable.filter(({ _id }) => _id === providerId)
}
