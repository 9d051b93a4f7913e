import { z } from 'zod'
import { contactText, strangerName, timestamp } from '../text.ts'
import { bookingSchema } from './booking.ts'
import { ofOrganization } from './brand.ts'
import { askedFieldSchema } from './custom-field.ts'
import { guestCreateSchema, localeSchema } from './guest.ts'
import { ownPlaceSchema } from './own-place.ts'
import { queueSchema } from './queue.ts'

const { phone, email, party_size, fields } = guestCreateSchema.shape

/** Why nobody can join a queue by themselves now. */
export const JOIN_REFUSALS = ['public_join_off', 'queue_paused', 'queue_closed', 'queue_full'] as const

/** What people who may want to join a queue see of it. */
export const joinPageSchema = z
  .object({
    organization_id: ofOrganization,
    name: queueSchema.shape.name,
    status: queueSchema.shape.status,
    can_join: z.boolean().describe('Whether somebody can join now'),
    refusal: z
      .enum(JOIN_REFUSALS)
      .nullable()
      .meta({ description: 'Why not: what joining would be answered. null: it can be joined' }),
    pause_reason: queueSchema.shape.pause_reason,
    opens_at: timestamp.nullable().default(null).meta({
      description:
        'When a queue outside its opening hours opens; null: it is open, or stays closed for a month',
    }),
    timezone: queueSchema.shape.timezone.default('UTC'),
    estimated_wait_range: queueSchema.shape.estimated_wait_range,
    min_party_size: queueSchema.shape.min_party_size,
    max_party_size: queueSchema.shape.max_party_size,
    custom_fields: z.array(askedFieldSchema).meta({ description: 'What the guest is asked for' }),
    takes_bookings: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether customers with a booking can check in here' }),
  })
  .meta({ id: 'JoinPage' })

export const joinSchema = z
  .strictObject({
    name: strangerName(100).describe('Name of the party, without web addresses'),
    phone,
    email,
    party_size,
    locale: localeSchema.exactOptional(),
    fields,
  })
  .meta({ id: 'Join', examples: [{ name: 'Ada', phone: '+14155552671', party_size: 2, locale: 'en' }] })

/** What a guest sees after joining. */
export const joinedSchema = z
  .object({
    ...ownPlaceSchema.shape,
    status_url: z.url().meta({ description: "The guest's own page: whoever has the address may use it" }),
  })
  .meta({ id: 'Joined' })

const { start, timezone, check_in_error } = bookingSchema.shape

export const arrivalSchema = z
  .strictObject({
    contact: contactText(300).meta({
      description: 'Phone number or e-mail address of the booking, or the link to its page',
    }),
  })
  .meta({ id: 'Arrival', examples: [{ contact: '+14155552671' }] })

/** What everybody may see who stands by: not who it is. */
export const arrivedSchema = z
  .object({ start, timezone, service_name: z.string().describe('Name of the service type'), check_in_error })
  .meta({ id: 'Arrived' })

export type Arrived = z.infer<typeof arrivedSchema>
export type JoinPage = z.infer<typeof joinPageSchema>
export type Join = z.infer<typeof joinSchema>
export type Joined = z.infer<typeof joinedSchema>
