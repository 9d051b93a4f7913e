import { z } from 'zod'
import { bookingSchema } from '../resources/booking.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

const { manage_url, ...facts } = bookingSchema.shape

/** A booking as events tell of it; the link opens it to whoever has it, so webhooks do not carry it. */
const booking = z.object({
  ...facts,
  service_name: z.string().meta({ description: 'Name of the service type' }),
  provider_name: z.string(),
  manage_url,
})

const INSIDE = ['manage_url'] as const

const bookingEvent = <const Type extends string, Data extends z.ZodType>(
  type: Type,
  summary: string,
  data: Data,
) => defineEvent({ type, version: 1, producer: 'booking-platform', summary, data, inside: INSIDE })

export const bookingCreated = bookingEvent('booking.created', 'A new booking was made', booking)

export const bookingUpdated = bookingEvent(
  'booking.updated',
  'A booking was moved, or its details or status were changed',
  z.object({
    ...booking.shape,
    previous: z
      .object({ start: timestamp, end: timestamp, provider_id: z.string() })
      .nullable()
      .meta({ description: 'Where it was before it was moved; null: it stays where it was' }),
  }),
)

export const bookingCancelled = bookingEvent('booking.cancelled', 'A booking was cancelled', booking)
