import { z } from 'zod'
import { havingOneOf } from '../having.ts'
import { idOf } from '../ids.ts'
import { pageOf, pageQuery } from '../page.ts'
import { timestamp } from '../text.ts'
import { bookingCode, codeToken, contactGiven, onlyOneContact } from './booking-code.ts'
import { ofOrganization } from './brand.ts'
import { localeSchema } from './guest.ts'
import { onlineBookingSchema } from './online-booking.ts'

export const customerSessionCreateSchema = z
  .strictObject({ ...contactGiven, code: bookingCode, code_token: codeToken })
  .superRefine(onlyOneContact)
  .meta({
    id: 'CustomerSessionCreate',
    ...havingOneOf('email', 'phone'),
    examples: [{ email: 'ada@example.com', code: '402915', code_token: '01h455vb4pex5vsknk084sn02qXk3…' }],
  })

/** What opens the bookings of one customer for half an hour. */
export const customerSessionSchema = z
  .object({
    token: z.string().meta({ description: 'Opens the bookings of the customer to whoever has it' }),
    expires_at: timestamp,
  })
  .meta({ id: 'CustomerSession' })

/** What a returning customer need not type again. */
export const returningCustomerSchema = z
  .object({
    organization_id: ofOrganization,
    name: z.string().nullable().meta({ description: 'Of the last booking; null: there is none' }),
    phone: z.string().nullable().describe('E.164; null: none is known'),
    email: z.string().nullable().describe('null: none is known'),
    locale: localeSchema.nullable().describe('Language of messages; null: none was chosen'),
    expires_at: timestamp.meta({ description: 'Of the session' }),
  })
  .meta({ id: 'ReturningCustomer' })

const customerBooking = z
  .object({ ...onlineBookingSchema.shape, service_type_id: idOf('serviceType') })
  .meta({ id: 'CustomerBooking' })

export const customerBookingsSchema = pageOf(customerBooking)

export const customerBookingsQuery = z.strictObject(pageQuery)

export type CustomerSessionCreate = z.infer<typeof customerSessionCreateSchema>
export type CustomerSession = z.infer<typeof customerSessionSchema>
export type ReturningCustomer = z.infer<typeof returningCustomerSchema>
export type CustomerBooking = z.infer<typeof customerBooking>
export type CustomerBookings = z.infer<typeof customerBookingsSchema>
