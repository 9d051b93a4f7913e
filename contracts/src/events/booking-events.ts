import { z } from 'zod'
import { idOf } from '../ids.ts'
import { bookingSchema } from '../resources/booking.ts'
import { localeSchema } from '../resources/guest.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

const { manage_url, timezone: _, livemode: __, ...facts } = bookingSchema.shape

/** A booking in events. Its link opens it to whoever has it, so webhooks do not carry it. */
const booking = z.object({
  ...facts,
  time_zone: z.string().meta({ description: 'Of the provider' }),
  service_name: z.string().meta({ description: 'Name of the service type' }),
  provider_name: z.string().describe('With whom it is'),
  capacity: z.int().optional().meta({
    description: 'Seats of the service type at one time; absent: unchanged since before it was known',
  }),
  manage_url,
})

const INSIDE = ['capacity', 'manage_url'] as const

/** Services know it by the name under which it is stored. */
const NAMED = { time_zone: 'timezone' } as const

const bookingEvent = <const Type extends string, Data extends z.ZodType>(
  type: Type,
  summary: string,
  data: Data,
) =>
  defineEvent({ type, version: 1, producer: 'booking-platform', summary, data, inside: INSIDE, named: NAMED })

/** Of several bookings made or cancelled at once, the customer is told of the first. */
const atOnce = z.object({
  ...booking.shape,
  follows_in_series: z.boolean().optional().meta({
    description: 'Whether it was done together with an earlier booking of its series',
  }),
})

export const bookingCreated = bookingEvent('booking.created', 'A new booking was made', atOnce)

export const bookingUpdated = bookingEvent(
  'booking.updated',
  'A booking was moved or checked in, or its details or status were changed',
  z.object({
    ...booking.shape,
    previous: z
      .object({ start: timestamp, end: timestamp, provider_id: z.string().describe('Id of the provider') })
      .nullable()
      .meta({ description: 'Where it was before it was moved; null: it stays where it was' }),
  }),
)

export const bookingCancelled = bookingEvent('booking.cancelled', 'A booking was cancelled', atOnce)

/** Events about single bookings. */
export const BOOKING_EVENTS = [bookingCreated, bookingUpdated, bookingCancelled] as const

const seriesEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({
    type,
    version: 1,
    producer: 'booking-platform',
    summary,
    data: z.object({
      id: idOf('series'),
      recurrence: z.string().nullable().describe('Rule of RFC 5545; null: one visit'),
      timezone: z.string().describe('In which visits keep their time of day'),
      booking_ids: z.array(idOf('booking')).meta({ description: 'Each has an event of its own' }),
    }),
  })

export const bookingSeriesCreated = seriesEvent('booking_series.created', 'A series of bookings was made')

export const bookingSeriesCancelled = seriesEvent(
  'booking_series.cancelled',
  'Bookings of a series were cancelled at once',
)

const checkIn = {
  check_in_id: idOf('checkIn').meta({
    description: 'Of this attempt: one that was refused can be followed by another',
  }),
  booking_id: idOf('booking'),
  queue_id: idOf('queue'),
}

/** The customer of a booking has arrived: the queue service adds them to the queue. */
export const bookingCheckedIn = defineEvent({
  type: 'booking.checked_in',
  version: 1,
  producer: 'booking-platform',
  summary: 'The customer of a booking is to become a guest in a queue',
  data: z.object({
    ...checkIn,
    priority: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Of the queue; null: none; absent: its class for bookings, if there is one' }),
    customer: bookingSchema.shape.customer,
    seats: z.int(),
    service_type_id: z.string().optional(),
    start: timestamp.optional().meta({ description: 'When the booking begins' }),
    end: timestamp.optional(),
  }),
})

/** The outcome of a check-in, for the booking to show. */
export const bookingCheckInHandled = defineEvent({
  type: 'booking_check_in.handled',
  version: 1,
  producer: 'queue',
  summary: 'The customer of a booking stands in a queue, or was refused by it',
  data: z.object({
    ...checkIn,
    outcome: z.enum(['done', 'refused']),
    guest_id: idOf('guest').nullable(),
    reason: z.string().nullable().meta({ description: 'Error code of a refusal' }),
    status_url: z
      .url()
      .nullable()
      .optional()
      .meta({ description: "The guest's own page; null: refused. Whoever has the address may use it" }),
  }),
})

const { id, status, service_type_id, seats, customer, start, end } = bookingSchema.shape

/** What the queue service keeps of a booking. All events of bookings carry it. */
export const bookingCopySchema = z.object({ id, status, service_type_id, seats, customer, start, end })

/** A booking that was made before the queue service kept copies, once a queue expects those of its service type. */
export const bookingCopySent = defineEvent({
  type: 'booking_copy.sent',
  version: 1,
  producer: 'booking-platform',
  summary: 'A queue expects bookings like this one, which did not change',
  data: bookingCopySchema,
})

/** Told every few seconds, behind all booking events up to `as_of`: whoever hears it knows those. */
export const bookingHeartbeatSent = defineEvent({
  type: 'booking_heartbeat.sent',
  version: 1,
  producer: 'booking-platform',
  summary: 'All events of bookings up to a time are published',
  data: z.object({ as_of: timestamp }),
})

/**
 * Somebody, perhaps not the customer, asked for a code. The broker stores events on disk: only the notification
 * service can decrypt the code (docs/decisions/0031).
 */
export const bookingCodeRequested = defineEvent({
  type: 'booking_code.requested',
  version: 1,
  producer: 'booking-platform',
  summary: 'A customer is to get a code, by which they prove that an address is theirs',
  data: z.object({
    id: idOf('bookingCode'),
    to: z.string().meta({ description: 'Number in E.164 or e-mail address' }),
    locale: localeSchema.nullable(),
    sealed_code: z.string().meta({ description: 'The code, sealed for the notification service' }),
    expires_at: timestamp,
  }),
})
