import { z } from 'zod'
import { timestamp } from '../text.ts'
import { bookingSchema } from './booking.ts'

const { status, start, end, time_zone, seats, cancel_reason, created_at, updated_at } = bookingSchema.shape

/** What customers see of their own booking: no number, no notes. */
export const ownBookingSchema = z
  .object({
    ...{ status, start, end, time_zone, seats, cancel_reason },
    name: z.string().meta({ description: 'Of the customer' }),
    service_name: z.string(),
    provider_name: z.string(),
    created_at,
    updated_at,
  })
  .meta({ id: 'OwnBooking' })

export const ownBookingMoveSchema = z
  .strictObject({ start: timestamp })
  .meta({ id: 'OwnBookingMove', examples: [{ start: '2026-12-24T10:00:00Z' }] })

export type OwnBooking = z.infer<typeof ownBookingSchema>
