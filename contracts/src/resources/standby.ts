import { z } from 'zod'
import { idOf } from '../ids.ts'
import { pageQuery } from '../page.ts'
import { timezone } from '../place.ts'
import { instant, personSought, timestamp } from '../text.ts'
import { bookingCreateSchema, bookingSchema } from './booking.ts'
import { ofOrganization } from './brand.ts'
import { livemode } from './livemode.ts'
import { onlineBookingCreateSchema } from './online-booking.ts'
import { serviceTypeSchema } from './service-type.ts'

export const STANDBY_STATUSES = ['waiting', 'offered', 'booked', 'ended'] as const

/** Why a standby ended without a booking. */
export const STANDBY_ENDINGS = [
  'left',
  'removed',
  'unanswered',
  'windows_over',
  'not_offered',
  'erased',
] as const

const MAX_WINDOWS = 5

const status = z
  .enum(STANDBY_STATUSES)
  .meta({ id: 'StandbyStatus', description: 'offered: a time is held for the customer, who is asked' })

const end_reason = z.enum(STANDBY_ENDINGS).nullable().meta({
  id: 'StandbyEnding',
  description:
    'left: by the customer; removed: by staff; unanswered: three offers expired; windows_over: no start is left; not_offered: the service type cannot be booked online any more; erased: at the request of the customer',
})

const timeWindow = z
  .strictObject({ from: instant, to: instant })
  .meta({ description: 'The whole booking lies in it; at most 24 hours long' })

const shownWindow = z.object({ from: timestamp, to: timestamp })

const { duration_minutes, provider_id, seats, notes } = bookingCreateSchema.shape
const { customer, answers, code, code_token, session } = onlineBookingCreateSchema.shape

export const standbyCreateSchema = z
  .strictObject({
    service_type_id: idOf('serviceType'),
    provider_id,
    duration_minutes,
    seats,
    windows: z.array(timeWindow).min(1).max(MAX_WINDOWS).describe('When the customer can come'),
    customer,
    answers,
    notes,
    code,
    code_token,
    session,
  })
  .meta({
    id: 'StandbyCreate',
    examples: [
      {
        service_type_id: 'svt_01h455vb4pex5vsknk084sn02q',
        windows: [{ from: '2026-12-24T09:00:00Z', to: '2026-12-24T12:00:00Z' }],
        customer: { name: 'Ada', email: 'ada@example.com' },
      },
    ],
  })

const offer = z
  .object({
    start: timestamp,
    end: timestamp,
    provider_id: idOf('provider'),
    provider_name: z.string().describe('With whom it is'),
    timezone: timezone.meta({ description: 'Of the provider' }),
    offered_until: timestamp.meta({ description: 'The time is held for this customer until then' }),
  })
  .meta({ id: 'StandbyOffer' })

const common = {
  status,
  end_reason,
  duration_minutes: serviceTypeSchema.shape.duration_minutes,
  seats: z.int().describe('How many seats are wanted'),
  windows: z.array(shownWindow).describe('When the customer can come'),
  service_name: z.string().describe('Name of the service type'),
  created_at: timestamp,
  updated_at: timestamp,
}

/** A customer who waits for a time, as staff see them. */
export const standbySchema = z
  .object({
    id: idOf('standby'),
    ...common,
    service_type_id: idOf('serviceType'),
    provider_id: idOf('provider').nullable().meta({ description: 'null: anybody' }),
    customer: bookingSchema.shape.customer,
    notes: bookingSchema.shape.notes,
    answers: bookingSchema.shape.answers,
    offer: offer.nullable().meta({ description: 'The time that is held for them now' }),
    booking_id: idOf('booking').nullable().meta({ description: 'The booking they made by an offer' }),
    livemode,
  })
  .meta({ id: 'Standby' })

/** What customers see of their own standby: no phone number, no notes, nor their place in the list. */
export const ownStandbySchema = z
  .object({
    organization_id: ofOrganization,
    ...common,
    name: z.string().meta({ description: 'Of the customer' }),
    timezone: timezone.meta({
      description: 'Of the providers; of the organisation where they have several',
    }),
    offer: offer
      .omit({ provider_id: true })
      .meta({ id: 'OwnStandbyOffer' })
      .nullable()
      .describe('The time that is held now; null: none'),
    manage_url: z.url().nullable().meta({ description: 'The page of the booking, once there is one' }),
  })
  .meta({ id: 'OwnStandby' })

/** A standby as its customer sees it right after joining. */
export const joinedStandbySchema = z
  .object({
    ...ownStandbySchema.shape,
    status_url: z.url().meta({ description: "The customer's own page: whoever has the address may use it" }),
  })
  .meta({ id: 'JoinedStandby' })

export const standbysQuery = z.strictObject({
  ...pageQuery,
  status: status.optional().describe('Only with this status'),
  service_type_id: idOf('serviceType').optional(),
  q: personSought,
})

export type Standby = z.infer<typeof standbySchema>
export type StandbyStatus = z.infer<typeof status>
export type StandbyEnding = (typeof STANDBY_ENDINGS)[number]
export type StandbyCreate = z.infer<typeof standbyCreateSchema>
export type OwnStandby = z.infer<typeof ownStandbySchema>
export type JoinedStandby = z.infer<typeof joinedStandbySchema>
