import { z } from 'zod'
import { idOf } from '../ids.ts'
import { wholeNumber } from '../page.ts'
import { timezone } from '../place.ts'
import { instant, timestamp } from '../text.ts'

/** A time that can be booked. */
export const slotSchema = z
  .object({
    start: timestamp,
    end: timestamp,
    provider_ids: z.array(idOf('provider')).meta({ description: 'With whom, the least busy first' }),
    seats_left: z.int().min(0).meta({ description: 'With the provider who has most' }),
  })
  .meta({ id: 'Slot' })

export const asOf = timestamp.meta({
  description: 'The answer is true as of then; busy times of calendars included',
})

export const availabilitySchema = z
  .object({ data: z.array(slotSchema).describe('Free times, earliest first'), as_of: asOf })
  .meta({ id: 'Availability' })

export const firstAvailableSchema = z
  .object({
    data: slotSchema.nullable().describe('The first free time; null: none was found'),
    next_from: timestamp
      .nullable()
      .meta({ description: 'Where nothing was found yet: from when to look on; null: there is nothing' }),
    as_of: asOf,
  })
  .meta({ id: 'FirstAvailable' })

/** Rules that can prevent a booking, in the order they are checked. */
export const SLOT_RULES = [
  'inactive',
  'too_soon',
  'too_far',
  'time_off',
  'outside_hours',
  'off_grid',
  'booked',
  'buffer',
  'seats',
  'day_full',
  'provider_full',
  'calendar_stale',
] as const

const explainedProvider = z.object({
  provider_id: idOf('provider'),
  available: z.boolean().describe('Whether it can be booked with this provider'),
  seats_left: z.int().min(0).describe('Free seats at that time'),
  rules: z.array(z.enum(SLOT_RULES)).meta({ description: 'What keeps it from being booked' }),
})

export const explanationSchema = z
  .object({
    start: timestamp,
    end: timestamp,
    available: z.boolean().describe('Whether it can be booked with any provider'),
    providers: z.array(explainedProvider).describe('The answer for each provider'),
    as_of: asOf,
  })
  .meta({ id: 'AvailabilityExplanation' })

const { date, datetime } = z.core.regexes

export const moment = z
  .union([instant, z.iso.date()], {
    error:
      'must be a date such as 2026-12-24, or a time with its offset such as 2026-12-24T18:30:00Z or …+01:00 (in a query, write + as %2B)',
  })
  // One string in the documents: openapi-generator's Java does not compile for alternatives of a date and a time.
  .meta({
    type: 'string',
    anyOf: undefined,
    pattern: `${datetime({ offset: true }).source}|${date.source}`,
  })

/** Query parameters that say what is to be booked. */
export const wanted = {
  service_type_id: idOf('serviceType'),
  provider_id: idOf('provider').optional().meta({ description: 'Only with this one; absent: with any' }),
  duration: wholeNumber(1, 1_440)
    .optional()
    .meta({ description: 'Minutes, one of those of the service type' }),
  seats: wholeNumber(1, 1_000).default(1).describe('How many seats are wanted together'),
}

const zones = {
  timezone: timezone.optional().meta({ description: 'Of dates; by default that of the organisation' }),
}

export const availabilityQuery = z.strictObject({
  ...wanted,
  from: moment.meta({ description: 'Starts at this time or later; a date is its first moment' }),
  to: moment.meta({ description: 'Starts before this time, at most 62 days after from' }),
  ...zones,
})

export const firstAvailableQuery = z.strictObject({
  ...wanted,
  from: moment.optional().meta({ description: 'Starts at this time or later; by default now' }),
  ...zones,
})

export const explanationQuery = z.strictObject({ ...wanted, start: instant })

export type Slot = z.infer<typeof slotSchema>
export type SlotRule = (typeof SLOT_RULES)[number]
export type AvailabilityExplanation = z.infer<typeof explanationSchema>
