import type { Schemas } from './client.ts'

type Rule = Schemas['AvailabilityExplanation']['providers'][number]['rules'][number]

/** Why a time cannot be booked, and which setting decides it. */
export const RULE_WORDS: Readonly<Record<Rule, string>> = {
  inactive: 'The service type or provider is switched off.',
  too_soon: 'It is too soon: see “Minimum notice”.',
  too_far: 'It is too far ahead: see “Days ahead”.',
  time_off: 'The provider has time off.',
  outside_hours: "It is outside the provider's hours.",
  off_grid: 'No slot starts then: see “Time between starts”.',
  booked: 'It is taken by a booking, a hold or a calendar event.',
  buffer: 'It is too close to another booking: see “Buffer before” and “Buffer after”.',
  seats: 'There are not enough seats left.',
  day_full: 'The day is fully booked: see “Bookings per day”.',
  provider_full: 'The provider has reached the maximum number of bookings.',
  calendar_stale: "The provider's calendar has not been synced recently enough.",
}
