import { z } from 'zod'
import { having } from '../having.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { emailAddress, instant, line, paragraph, phoneText, timestamp } from '../text.ts'
import { fieldValueSchema } from './custom-field.ts'
import { localeSchema } from './guest.ts'
import { livemode } from './livemode.ts'
import { durationMinutes } from './service-type.ts'

export const BOOKING_STATUSES = ['pending', 'confirmed', 'cancelled', 'completed', 'no_show'] as const

export const bookingStatusSchema = z.enum(BOOKING_STATUSES).meta({
  id: 'BookingStatus',
  description: 'pending: waits to be confirmed by staff. completed and no_show: set by staff after the time',
})

const MAX_METADATA = 20

const email = emailAddress.nullable().meta({ description: 'Kept in lower case' })

const customer = z
  .strictObject({
    name: line(100).describe('Name of the customer'),
    phone: phoneText.nullable().exactOptional().meta({ description: 'Kept as E.164' }),
    email: email.exactOptional(),
    locale: localeSchema.nullable().exactOptional().meta({ description: 'Language of messages' }),
  })
  .describe('Whom it is for')

const customerView = z
  .object({
    name: z.string().describe('Name of the customer'),
    phone: z.string().nullable().describe('E.164; null: none was given'),
    email: z.string().nullable().describe('In lower case; null: none was given'),
    locale: localeSchema.nullable().describe('Language of messages; null: that of the organisation'),
  })
  .describe('Whom the booking is for')

const metadata = z
  .record(z.string().regex(/^[\w.-]{1,40}$/), z.string().max(500))
  .refine((given) => Object.keys(given).length <= MAX_METADATA, {
    error: `must have at most ${MAX_METADATA} keys`,
  })
  .meta({ description: "The client's own names and values", maxProperties: MAX_METADATA })

const details = {
  customer,
  seats: z.int().min(1).max(1_000).describe('How many seats are taken'),
  notes: paragraph(500).nullable().describe('For staff; not shown to the customer'),
  metadata,
}

const when = {
  start: instant.describe('When it begins, at any offset from UTC'),
  duration_minutes: durationMinutes
    .exactOptional()
    .describe('One of the durations of the service type; absent: its usual one'),
  provider_id: idOf('provider')
    .exactOptional()
    .meta({ description: 'Absent: any, the least busy on the day' }),
}

const source = z
  .string()
  .regex(/^[a-z0-9_-]{1,40}$/, { error: 'must be lower-case letters, digits, _ and -' })
  .meta({ description: 'Where it comes from, such as website' })

const exampleBooking = {
  service_type_id: 'svt_01h455vb4pex5vsknk084sn02q',
  start: '2026-12-24T09:00:00Z',
  customer: { name: 'Ada', phone: '+14155552671', email: 'ada@example.com' },
}

/** Fields of a booking by time; a booking of a hold has them from the hold. */
const PLACE = ['service_type_id', 'start', 'duration_minutes', 'provider_id'] as const
const NEEDED = ['service_type_id', 'start'] as const

/** A booking of a free time, or of a hold. */
export const bookingCreateSchema = z
  .strictObject({
    hold_id: idOf('hold').exactOptional().meta({ description: 'In place of a service type and a start' }),
    service_type_id: idOf('serviceType').exactOptional(),
    ...when,
    start: instant.exactOptional(),
    customer,
    seats: details.seats.exactOptional().meta({ description: 'By default 1, or as many as are held' }),
    notes: details.notes.exactOptional(),
    metadata: metadata.exactOptional(),
    source: source.exactOptional(),
  })
  .superRefine((given, context) => {
    const wrong = given.hold_id
      ? PLACE.filter((name) => given[name] !== undefined)
      : NEEDED.filter((name) => given[name] === undefined)
    const message = given.hold_id ? 'must not be given with a hold' : 'is required without a hold'
    for (const name of wrong) context.addIssue({ code: 'custom', path: [name], message })
  })
  .meta({
    id: 'BookingCreate',
    if: having('hold_id'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { not: { anyOf: PLACE.map((name) => having(name)) } },
    else: having(...NEEDED),
    examples: [exampleBooking],
  })

export const bookingUpdateSchema = z
  .strictObject({
    ...exactPartial({
      ...details,
      start: instant,
      status: z
        .enum(['confirmed', 'completed', 'no_show'])
        .describe('Confirm a pending booking, or say how it ended'),
    }),
    duration_minutes: when.duration_minutes,
    provider_id: idOf('provider').exactOptional(),
  })
  .meta({ id: 'BookingUpdate', examples: [{ start: '2026-12-24T10:00:00Z' }] })

export const bookingCancelSchema = z
  .strictObject({ reason: line(200).exactOptional().describe('The customer can read it') })
  .default({})
  .meta({ id: 'BookingCancellation', examples: [{ reason: 'Ill' }] })

export const bookingCheckInSchema = z
  .strictObject({
    queue_id: idOf('queue'),
    priority: z.string().max(40).nullable().exactOptional().meta({
      description:
        'Key of a priority class of the queue; null: none; absent: the class `booking`, if there is one',
    }),
  })
  .meta({ id: 'BookingCheckIn', examples: [{ queue_id: 'q_01h455vb4pex5vsknk084sn02q' }] })

export const bookingSchema = z
  .object({
    id: idOf('booking'),
    status: bookingStatusSchema,
    service_type_id: idOf('serviceType'),
    provider_id: idOf('provider'),
    start: timestamp,
    end: timestamp,
    timezone: z.string().meta({ description: 'Of the provider' }),
    seats: z.int().describe('How many seats it takes'),
    customer: customerView,
    notes: z.string().nullable().describe('For staff; null: none'),
    metadata: z.record(z.string(), z.string()).describe("The client's own names and values"),
    source: z.string().describe('Where it comes from, such as website'),
    cancel_reason: z.string().nullable().describe('As given by whoever cancelled it; null: none'),
    answers: z
      .record(z.string(), fieldValueSchema)
      .default({})
      .meta({ description: 'What the customer answered, by the keys of the questions of the service type' }),
    series: z
      .object({
        id: idOf('series'),
        number: z.int().meta({ description: 'Of this booking, from 1' }),
        count: z.int().meta({ description: 'Bookings that were made in the series' }),
      })
      .nullable()
      .default(null)
      .meta({ description: 'The series in which it was made' }),
    manage_url: z.url().meta({ description: "The customer's own page, by an unguessable link" }),
    created_at: timestamp,
    updated_at: timestamp,
    cancelled_at: timestamp.nullable().describe('null: it is not cancelled'),
    checked_in_at: timestamp
      .nullable()
      .default(null)
      .describe('When the customer was said to be there; null: not yet'),
    queue_id: idOf('queue').nullable().default(null).meta({ description: 'Which they were checked in to' }),
    guest_id: idOf('guest').nullable().default(null).meta({ description: 'The guest they became there' }),
    check_in_error: z.string().nullable().default(null).meta({
      description: 'Why the queue did not take them, such as `queue_full`: they can be checked in again',
    }),
    livemode,
  })
  .meta({ id: 'Booking' })

export const holdCreateSchema = z
  .strictObject({
    service_type_id: idOf('serviceType'),
    ...when,
    seats: details.seats.default(1),
    minutes: z.int().min(1).max(30).default(10).meta({ description: 'How long it is held' }),
  })
  .meta({
    id: 'HoldCreate',
    examples: [{ service_type_id: exampleBooking.service_type_id, start: exampleBooking.start }],
  })

export const holdSchema = z
  .object({
    id: idOf('hold'),
    service_type_id: idOf('serviceType'),
    provider_id: idOf('provider'),
    start: timestamp,
    end: timestamp,
    seats: z.int().describe('How many seats are held'),
    expires_at: timestamp.describe('From then on the time is free again'),
    created_at: timestamp,
  })
  .meta({ id: 'Hold' })

export type Booking = z.infer<typeof bookingSchema>
export type BookingStatus = z.infer<typeof bookingStatusSchema>
export type BookingCreate = z.infer<typeof bookingCreateSchema>
export type BookingUpdate = z.infer<typeof bookingUpdateSchema>
export type BookingCheckIn = z.infer<typeof bookingCheckInSchema>
export type Customer = z.infer<typeof customerView>
export type CustomerGiven = z.infer<typeof customer>
export type Hold = z.infer<typeof holdSchema>
export type HoldCreate = z.infer<typeof holdCreateSchema>
