import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timezone } from '../place.ts'
import { instant, strangerName } from '../text.ts'
import { asOf, moment, wanted } from './availability.ts'
import { bookingCreateSchema, holdSchema } from './booking.ts'
import { bookingCode, codeToken } from './booking-code.ts'
import { bookingPageSchema } from './booking-page.ts'
import { seriesFields } from './booking-series.ts'
import { ofOrganization } from './brand.ts'
import { answersSchema, askedFieldSchema } from './custom-field.ts'
import { ownBookingSchema, ownSlotSchema } from './own-booking.ts'
import { seriesClashSchema } from './series-clash.ts'
import { serviceTypeSchema, verificationSchema } from './service-type.ts'

const { name, description, duration_minutes, duration_options, capacity, price } = serviceTypeSchema.shape

/** What customers see of a service type that they can book by themselves. */
const bookableService = z
  .object({
    id: idOf('serviceType'),
    name,
    description,
    duration_minutes,
    duration_options,
    capacity,
    price,
    providers: z
      .array(z.object({ id: idOf('provider'), name: z.string().describe('Name of the provider'), timezone }))
      .meta({ description: 'With whom it can be booked' }),
    requires_confirmation: serviceTypeSchema.shape.requires_confirmation,
    questions: z.array(askedFieldSchema).describe('What the customer is asked'),
    max_visits: z.int().meta({ description: 'Most visits that can be booked at once as a series' }),
    cancel_until_minutes: z
      .int()
      .describe('Minutes before the start until which customers may move or cancel'),
    verification: verificationSchema,
  })
  .meta({ id: 'BookableService' })

/** The booking page of an organisation, as its customers see it. */
export const onlineBookingPageSchema = z
  .object({
    organization_id: ofOrganization,
    timezone: timezone.meta({ description: 'Of the organisation' }),
    embed_sites: bookingPageSchema.shape.embed_sites,
    services: z.array(bookableService).describe('What can be booked'),
  })
  .meta({ id: 'OnlineBookingPage' })

export const onlineTimesQuery = z.strictObject({
  ...wanted,
  from: moment.meta({ description: 'Starts at this time or later; a date is its first moment' }),
  to: moment.meta({ description: 'Starts before this time, at most 14 days after from' }),
  timezone: timezone.optional().meta({ description: 'Of dates; by default that of the organisation' }),
})

/** Times that customers can book. */
export const onlineTimesSchema = z
  .object({ data: z.array(ownSlotSchema).describe('Free times, earliest first'), as_of: asOf })
  .meta({ id: 'OnlineTimes' })

export const onlineDaysQuery = z.strictObject({
  ...wanted,
  from: z.iso.date().meta({ description: 'First date' }),
  to: z.iso.date().meta({ description: 'Date after the last, at most 31 days after from' }),
  timezone: onlineTimesQuery.shape.timezone,
})

const onlineDay = z
  .object({
    date: z.iso.date().meta({ description: 'Local date, YYYY-MM-DD' }),
    times: z.int().min(1).meta({ description: 'Free times on it' }),
  })
  .meta({ id: 'OnlineDay' })

/** Days on which customers can book. */
export const onlineDaysSchema = z
  .object({ data: z.array(onlineDay).describe('Days with a free time, in order'), as_of: asOf })
  .meta({ id: 'OnlineDays' })

const { duration_minutes: duration, provider_id, seats, notes } = bookingCreateSchema.shape

export const onlineHoldCreateSchema = z
  .strictObject({
    service_type_id: idOf('serviceType'),
    start: instant,
    duration_minutes: duration,
    provider_id,
    seats,
    replaces: idOf('hold').exactOptional().meta({
      description:
        'Hold of this customer that is released for the new one, unless it has expired or was booked',
    }),
  })
  .meta({
    id: 'OnlineHoldCreate',
    examples: [{ service_type_id: 'svt_01h455vb4pex5vsknk084sn02q', start: '2026-12-24T09:00:00Z' }],
  })

/** A time held for a customer while they give their details. */
export const onlineHoldSchema = z.object(holdSchema.shape).meta({ id: 'OnlineHold' })

const customer = z
  .strictObject({
    ...bookingCreateSchema.shape.customer.shape,
    name: strangerName(100).describe('Name of the customer, without web addresses'),
  })
  .meta({ description: 'With a phone or an e-mail address' })

const sessionToken = z
  .string()
  .max(100)
  .meta({ description: 'Token of a session, in place of a code for the same address' })

export const onlineBookingCreateSchema = z
  .strictObject({
    hold_id: idOf('hold'),
    customer,
    answers: answersSchema.exactOptional(),
    notes,
    code: bookingCode.exactOptional(),
    code_token: codeToken.exactOptional(),
    session: sessionToken.exactOptional(),
  })
  .meta({
    id: 'OnlineBookingCreate',
    examples: [
      { hold_id: 'hld_01h455vb4pex5vsknk084sn02q', customer: { name: 'Ada', email: 'ada@example.com' } },
    ],
  })

/** A booking as its customer sees it right after making it. */
export const onlineBookingSchema = z
  .object({
    ...ownBookingSchema.shape,
    manage_url: z.url().meta({ description: "The customer's own page: whoever has the address may use it" }),
  })
  .meta({ id: 'OnlineBooking' })

export const onlineSeriesCreateSchema = z
  .strictObject({
    ...seriesFields,
    hold_id: idOf('hold')
      .exactOptional()
      .meta({ description: 'A hold of the first visit, which the series takes over' }),
    customer,
    answers: answersSchema.exactOptional().meta({ description: 'To the questions of all services' }),
    notes,
    code: bookingCode.exactOptional(),
    code_token: codeToken.exactOptional(),
    session: sessionToken.exactOptional(),
  })
  .meta({
    id: 'OnlineSeriesCreate',
    examples: [
      {
        services: [{ service_type_id: 'svt_01h455vb4pex5vsknk084sn02q' }],
        start: '2026-12-24T09:00:00Z',
        recurrence: 'FREQ=WEEKLY;COUNT=4',
        customer: { name: 'Ada', email: 'ada@example.com' },
      },
    ],
  })

/** What a customer booked at once. */
export const onlineSeriesSchema = z
  .object({
    bookings: z.array(onlineBookingSchema).describe('In the order of their starts'),
    clashes: z.array(seriesClashSchema).describe('What was left out, with `partial`'),
  })
  .meta({ id: 'OnlineSeries' })

export type BookableService = z.infer<typeof bookableService>
export type OnlineBookingPage = z.infer<typeof onlineBookingPageSchema>
export type OnlineHoldCreate = z.infer<typeof onlineHoldCreateSchema>
export type OnlineBookingCreate = z.infer<typeof onlineBookingCreateSchema>
export type OnlineSeriesCreate = z.infer<typeof onlineSeriesCreateSchema>
export type OnlineSeries = z.infer<typeof onlineSeriesSchema>
export type OnlineBooking = z.infer<typeof onlineBookingSchema>
