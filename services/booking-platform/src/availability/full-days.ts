import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { daysIn } from './question.ts'
import type { Range } from './sweep.ts'

const DAY_MS = 86_400_000

/** Days, YYYY-MM-DD in the time zone of the provider, on which no more of a service type is booked. */
export type FullDays = ReadonlySet<string>

interface Counting {
  readonly organizationId: string
  readonly type: ServiceTypeRecord
  /** The day of a booking that is moved: it counts there already, so to it that day is not full. */
  readonly ownDay?: string
}

/** The days around a range that are full by `max_per_day`. Time zones are at most a day apart from UTC. */
export async function fullDaysOf(
  { bookings }: Pick<BookingPlatformContext, 'bookings'>,
  { organizationId, type, ownDay }: Counting,
  { from, to }: Range,
  session?: ClientSession,
): Promise<FullDays> {
  if (type.max_per_day === null) return new Set()
  const counted = {
    ...{ organizationId, serviceTypeId: type._id },
    ...{ from: dateOf(from - DAY_MS), to: dateOf(to + DAY_MS) },
  }
  const full = await bookings.daysWith(type.max_per_day, counted, session)
  return new Set(full.filter((day) => day !== ownDay))
}

/** Tells of starts within a range whether their day with a provider is full. */
export function isFullIn(days: FullDays, timezone: string, { from, to }: Range): (start: number) => boolean {
  if (days.size === 0) return () => false
  const dayOf = daysIn(timezone, from, to)
  return (start) => days.has(dateOf(dayOf(start) * DAY_MS))
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
