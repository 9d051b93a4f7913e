import type { BookingPlatformContext } from '../context.ts'
import type { Question } from './find-slots.ts'

/**
 * Time as of which availability is accurate: when the least recently read linked calendar was read; without linked
 * calendars, now. Usher's own bookings are always up to date.
 */
export async function asOf(
  { calendars, clock }: Pick<BookingPlatformContext, 'calendars' | 'clock'>,
  { organizationId, type, providerId }: Omit<Question, 'range'>,
): Promise<string> {
  const providerIds = providerId === undefined ? type.provider_ids : [providerId]
  const states = await calendars.states(organizationId, providerIds)
  const times = states.filter(({ linked }) => linked).map(({ as_of }) => as_of.getTime())
  return new Date(Math.min(clock.now().getTime(), ...times)).toISOString()
}
