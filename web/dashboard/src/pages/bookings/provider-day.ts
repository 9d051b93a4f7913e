import { type Day, dayIn, minuteIn, partOn } from '../../ui/zone-time.ts'
import type { Booking, Provider } from './queries.ts'
import { type Part, WHOLE_DAY, without, workingParts } from './working-hours.ts'

/** A provider's day in the calendar. */
export interface ProviderDay {
  readonly provider: Provider
  readonly bookings: readonly Booking[]
  readonly working: readonly Part[]
  /** Working hours to come without a booking: what a click can book. */
  readonly free: readonly Part[]
}

export function providerDay(day: Day, provider: Provider, all: readonly Booking[], now: string): ProviderDay {
  const bookings = all.filter((booking) => booking.provider_id === provider.id && partOn(day, booking))
  const working = workingParts(day, provider)
  const taken = bookings
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((booking) => partOn(day, booking) ?? [])
  const free = [pastPart(day, now, provider.timezone), ...taken].reduce(without, working)
  return { provider, bookings, working, free }
}

function pastPart(day: Day, now: string, zone: string): Part {
  const today = dayIn(now, zone)
  if (day < today) return WHOLE_DAY
  return { from: 0, to: day === today ? minuteIn(now, zone) : 0 }
}
