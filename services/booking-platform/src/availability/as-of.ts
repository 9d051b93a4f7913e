import type { BookingPlatformContext } from '../context.ts'

/**
 * Since when an answer about providers is known to be true: since the linked calendar that was read the longest ago,
 * or now, where there is none. What is booked here is always known.
 */
export async function asOf(
  { calendars, clock }: Pick<BookingPlatformContext, 'calendars' | 'clock'>,
  organizationId: string,
  providerIds: readonly string[],
): Promise<string> {
  const states = await calendars.states(organizationId, providerIds)
  const times = states.map(({ as_of }) => as_of.getTime())
  return new Date(Math.min(clock.now().getTime(), ...times)).toISOString()
}
