import type { Clock } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import type { BookingStore } from '../bookings/booking-store.ts'
import type { HoldStore } from '../bookings/hold-store.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Range } from '../slots/sweep.ts'
import { daysIn } from './question.ts'

/** Days on which no more of a service type can be booked; YYYY-MM-DD in the provider's time zone. */
export type FullDays = ReadonlySet<string>

/** The stores that count towards a day's limit. */
export interface Counters {
  readonly bookings: BookingStore
  readonly holds: HoldStore
  readonly clock: Clock
}

interface Counting {
  readonly organizationId: string
  readonly type: ServiceTypeRecord
  /** The current day of a booking being moved: it already counts there, so that day is not full for it. */
  readonly ownDay?: string
}

/** The days around a range that have reached `max_per_day`, counting bookings and holds. */
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
  const max = type.max_per_day
  const isFull = (day: string) => (booked.get(day) ?? 0) + (held.get(day) ?? 0) >= max
  const days = [...new Set([...booked.keys(), ...held.keys()])].sort()
  return new Set(days.filter((day) => day !== ownDay && isFull(day)))
}

/** All local days that a range can touch: time zones are at most a day from UTC. */
export const daysAround = ({ from, to }: Range) => ({ from: dateOf(from - DAY_MS), to: dateOf(to + DAY_MS) })

/** Returns a check whether the day of a start is full with a provider. */
export function isFullIn(days: FullDays, timezone: string): (start: number) => boolean {
  if (days.size === 0) return () => false
  const dayOf = daysIn(timezone)
  return (start) => days.has(dateOf(dayOf(start) * DAY_MS))
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
