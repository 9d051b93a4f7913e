import type { Schemas } from './client.ts'

type Rule = Schemas['AvailabilityExplanation']['providers'][number]['rules'][number]

/** What keeps a time from being booked, and where that is set. */
export const RULE_WORDS: Readonly<Record<Rule, string>> = {
  inactive: 'The service type or the provider is switched off.',
  too_soon: 'It is sooner than the shortest notice.',
  too_far: 'It is further ahead than bookings are taken.',
  time_off: 'The provider has time off.',
  outside_hours: 'It is outside of the hours of the provider.',
  off_grid: 'No time begins then: see “From start to start”.',
  booked: 'It is taken by a booking, a hold or the calendar.',
  buffer: 'It is too near to another booking: see “Free before” and “Free after”.',
  seats: 'There are not enough seats left.',
  day_full: 'No more is booked on that day: see “Most a day”.',
  provider_full: 'The provider has as many bookings as there can be.',
  calendar_stale: 'The calendar of the provider has not been read for too long.',
}
