import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from './client.ts'

type Rule = Schemas['AvailabilityExplanation']['providers'][number]['rules'][number]

const WORDS: Readonly<Record<Rule, MessageDescriptor>> = {
  inactive: msg`The service type or provider is switched off.`,
  too_soon: msg`It is too soon: see “Minimum notice”.`,
  too_far: msg`It is too far ahead: see “Days ahead”.`,
  time_off: msg`The provider has time off.`,
  outside_hours: msg`It is outside the provider's hours.`,
  off_grid: msg`No slot starts then: see “Time between starts”.`,
  booked: msg`It is taken by a booking, a hold or a calendar event.`,
  buffer: msg`It is too close to another booking: see “Buffer before” and “Buffer after”.`,
  seats: msg`There are not enough seats left.`,
  day_full: msg`The day is fully booked: see “Bookings per day”.`,
  provider_full: msg`The provider has reached the maximum number of bookings.`,
  calendar_stale: msg`The provider's calendar has not been synced recently enough.`,
}

/** Whether a code of the API is the name of a rule. */
export const isRule = (code: string | null): code is Rule => code !== null && Object.hasOwn(WORDS, code)

/** Why a time cannot be booked, and which setting decides it. */
export const ruleText = (rule: Rule): string => i18n._(WORDS[rule])
