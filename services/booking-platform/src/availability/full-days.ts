import type { Clock } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingStore } from '../bookings/booking-store.ts'
import type { HoldStore } from '../bookings/hold-store.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { daysIn } from './question.ts'

const DAY_MS = 86_400_000

/** Days, YYYY-MM-DD in the time zone of the provider, on which no more of a service type is booked. */
export type FullDays = ReadonlySet<string>

/** What takes up a day is counted in. */
export interface Counters {
  readonly bookings: BookingStore
  readonly holds: HoldStore
  readonly clock: Clock
}

interface Counting {
  readonly organizationId: string
  readonly type: ServiceTypeRecord
  /** The day of a booking that is moved: it counts there already, so to it that day is not full. */
  readonly ownDay?: string
}

/** The days around a range that are full by `max_per_day`: by bookings, and by what is held for a while. */
export async function fullDaysOf(
  { bookings, holds, clock }: Counters,
  { organizationId, type, ownDay }: Counting,
  range: Range,
  session?: ClientSession,
): Promise<FullDays> {
  if (type.max_per_day === null) return new Set()
  const counted = { organizationId, serviceTypeId: type._id, ...daysAround(range) }
  const booked = await bookings.countByDay(counted, undefined, session)
  const held = await holds.countByDay(counted, clock.now(), session)
  const most = type.max_per_day
  const isFull = (day: string) => (booked.get(day) ?? 0) + (held.get(day) ?? 0) >= most
  const days = [...new Set([...booked.keys(), ...held.keys()])].sort()
  return new Set(days.filter((day) => day !== ownDay && isFull(day)))
}

/** All days that instants of a range can be on: time zones are at most a day apart from UTC. */
export const daysAround = ({ from, to }: Range) => ({ from: dateOf(from - DAY_MS), to: dateOf(to + DAY_MS) })

/** Tells of starts within a range whether their day with a provider is full. */
export function isFullIn(days: FullDays, timezone: string, { from, to }: Range): (start: number) => boolean {
  if (days.size === 0) return () => false
  const dayOf = daysIn(timezone, from, to)
  return (start) => days.has(dateOf(dayOf(start) * DAY_MS))
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
