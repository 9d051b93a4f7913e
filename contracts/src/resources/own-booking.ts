import { z } from 'zod'
import { timezone } from '../place.ts'
import { instant, timestamp } from '../text.ts'
import { asOf, moment, slotSchema } from './availability.ts'
import { bookingSchema } from './booking.ts'
import { ofOrganization } from './brand.ts'

const { status, start, end, timezone: zone, seats, cancel_reason } = bookingSchema.shape
const { created_at, updated_at } = bookingSchema.shape

/** What customers see of their own booking: no phone number, no notes. */
export const ownBookingSchema = z
  .object({
    organization_id: ofOrganization,
    status,
    start,
    end,
    timezone: zone,
    seats,
    cancel_reason,
    name: z.string().meta({ description: 'Of the customer' }),
    service_name: z.string().describe('Name of the service type'),
    provider_name: z.string().describe('With whom it is'),
    changeable_until: timestamp.meta({
      description: 'Until then the customer can move or cancel it, while it is open',
    }),
    can_check_in: z.boolean().default(false).meta({
      description:
        'Whether the customer can check in by themselves now: its time is near, and a queue takes it',
    }),
    checked_in_at: bookingSchema.shape.checked_in_at,
    check_in_error: bookingSchema.shape.check_in_error,
    place_url: z.url().nullable().default(null).meta({
      description: 'The page of their place in the queue, once it has taken them, around their time',
    }),
    created_at,
    updated_at,
  })
  .meta({ id: 'OwnBooking' })

export const ownBookingMoveSchema = z
  .strictObject({ start: instant })
  .meta({ id: 'OwnBookingMove', examples: [{ start: '2026-12-24T10:00:00Z' }] })

/** A free time without the provider, whom customers do not see until they have booked. */
export const ownSlotSchema = slotSchema
  .omit({ provider_ids: true })
  .extend({ seats_left: z.int().min(0).meta({ description: 'Those of the booking itself included' }) })

/** Times to which customers can move their booking; they cannot choose the provider. */
export const ownTimesSchema = z
  .object({ data: z.array(ownSlotSchema).describe('Free times, earliest first'), as_of: asOf })
  .meta({ id: 'OwnTimes' })

export const ownTimesQuery = z.strictObject({
  from: moment.meta({ description: 'Starts at this time or later; a date is its first moment' }),
  to: moment.meta({ description: 'Starts before this time, at most 14 days after from' }),
  timezone: timezone
    .optional()
    .meta({ description: 'Of dates; by default that of the provider, as in the booking' }),
})

export type OwnSlot = z.infer<typeof ownSlotSchema>
export type OwnBooking = z.infer<typeof ownBookingSchema>
