import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { line, paragraph, timestamp } from '../text.ts'
import { questionsSchema } from './custom-field.ts'
import { livemode } from './livemode.ts'
import { isUnique } from './queue.ts'

const DAY_MINUTES = 1_440

/** An amount of money in the smallest unit of its currency. */
export const priceSchema = z
  .strictObject({
    amount: z.int().min(0).max(1_000_000_000).meta({ description: 'In the smallest unit, such as cents' }),
    currency: z
      .string()
      .refine((code) => Intl.supportedValuesOf('currency').includes(code), {
        error: 'must be an ISO 4217 code such as EUR',
        params: { code: 'invalid_currency' },
      })
      .meta({ description: 'ISO 4217: one in use', pattern: '^[A-Z]{3}$' }),
  })
  .meta({ id: 'Price' })

export const durationMinutes = z.int().min(5).max(DAY_MINUTES)
const bufferMinutes = z.int().min(0).max(DAY_MINUTES)
const maxBookings = z.int().min(1).max(1_000).nullable()

/** What customers prove before they book by themselves: that a code sent there reaches them. */
export const verificationSchema = z.enum(['none', 'email', 'sms']).meta({
  id: 'OnlineBookingVerification',
  description: 'Address to which customers are sent a code before they book',
})

/** How customers may book a service type by themselves. */
const onlineBookingSettings = z
  .strictObject({
    enabled: z.boolean().default(true).describe('Whether customers can book it; false keeps the settings'),
    questions: questionsSchema.default([]).describe('What customers are asked'),
    max_visits: z
      .int()
      .min(1)
      .max(52)
      .default(1)
      .meta({ description: 'Most visits that a customer may book at once as a series' }),
    cancel_until_minutes: z
      .int()
      .min(0)
      .max(30 * DAY_MINUTES)
      .default(0)
      .meta({
        description: 'Minutes before the start until which customers may move or cancel; 0: until it begins',
      }),
    verification: verificationSchema.default('none'),
  })
  .meta({ id: 'OnlineBookingSettings' })

const settings = {
  name: line(100).describe('Shown to customers'),
  description: paragraph(1_000).nullable().describe('Shown to customers; null: none'),
  duration_minutes: durationMinutes.meta({
    description: 'Minutes that a booking takes, unless it asks for another',
  }),
  duration_options: z
    .array(durationMinutes)
    .max(20)
    .refine(isUnique, { error: 'must not repeat a duration' })
    .meta({ description: 'Other durations that a booking may ask for, in minutes', uniqueItems: true }),
  buffer_before_minutes: bufferMinutes.describe('Minutes kept free before a booking'),
  buffer_after_minutes: bufferMinutes.meta({
    description: 'Minutes kept free after a booking; between two of them the larger buffer counts',
  }),
  slot_step_minutes: z
    .int()
    .min(5)
    .max(DAY_MINUTES)
    .nullable()
    .meta({ description: 'Minutes from one possible start to the next; null: the duration' }),
  min_notice_minutes: z
    .int()
    .min(0)
    .max(365 * DAY_MINUTES)
    .describe('Minutes before its start until which it can be booked'),
  horizon_days: z
    .int()
    .min(1)
    .max(730)
    .meta({ description: 'Days ahead of today, in local time, until whose end bookings are taken' }),
  capacity: z.int().min(1).max(1_000).meta({ description: 'Seats at the same time with the same provider' }),
  max_per_customer_per_day: maxBookings.meta({
    description: 'Most bookings of a customer, known by phone or e-mail, on one day; null: no limit',
  }),
  max_per_day: maxBookings.meta({
    description: 'Most bookings on one day, of all providers; null: no limit',
  }),
  requires_confirmation: z.boolean().meta({ description: 'Bookings begin as pending' }),
  price: priceSchema.nullable().describe('null: no price is shown'),
  provider_ids: z
    .array(idOf('provider'))
    .max(500)
    .refine(isUnique, { error: 'must not repeat a provider' })
    .meta({ description: 'Who it can be booked with', uniqueItems: true }),
  category_id: idOf('category').nullable().meta({ description: 'Where the catalogue shows it' }),
  active: z.boolean().meta({ description: 'Whether it can be booked' }),
  online_booking: onlineBookingSettings.nullable().meta({
    description: 'How customers book it by themselves; null: they cannot, and nothing is set',
  }),
}

export const SERVICE_TYPE_DEFAULTS = {
  description: null,
  duration_options: [],
  buffer_before_minutes: 0,
  buffer_after_minutes: 0,
  slot_step_minutes: null,
  min_notice_minutes: 0,
  horizon_days: 60,
  capacity: 1,
  max_per_customer_per_day: null,
  max_per_day: null,
  requires_confirmation: false,
  price: null,
  provider_ids: [],
  category_id: null,
  active: true,
  online_booking: null,
} as const

const optional = exactPartial(settings)

export const serviceTypeCreateSchema = z
  .strictObject({ ...optional, name: settings.name, duration_minutes: settings.duration_minutes })
  .meta({ id: 'ServiceTypeCreate', examples: [{ name: 'Haircut', duration_minutes: 30 }] })

export const serviceTypeUpdateSchema = z
  .strictObject(optional)
  .meta({ id: 'ServiceTypeUpdate', examples: [{ buffer_after_minutes: 10 }] })

export const serviceTypeSchema = z
  .object({
    id: idOf('serviceType'),
    ...settings,
    online_booking: settings.online_booking.default(null),
    archived_at: timestamp.nullable().meta({ description: 'When it was deleted although bookings exist' }),
    created_at: timestamp,
    updated_at: timestamp,
    livemode,
  })
  .meta({ id: 'ServiceType' })

export type Price = z.infer<typeof priceSchema>
export type ServiceType = z.infer<typeof serviceTypeSchema>
export type ServiceTypeCreate = z.infer<typeof serviceTypeCreateSchema>
export type ServiceTypeUpdate = z.infer<typeof serviceTypeUpdateSchema>
