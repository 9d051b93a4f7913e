import { defineOperation } from '../operation.ts'
import {
  customerBookingsQuery,
  customerBookingsSchema,
  customerSessionCreateSchema,
  customerSessionSchema,
  returningCustomerSchema,
} from '../resources/customer-session.ts'
import { bySlug, byToken } from './parts.ts'

const common = { tag: 'My bookings', service: 'booking-platform', scope: null, holdsSecret: true } as const

/** Any text: an invalid token is a 404 like an unknown one. */

export const startCustomerSession = defineOperation({
  ...common,
  id: 'startCustomerSession',
  ownRepeats: true,
  method: 'post',
  path: '/public/book/{slug}/sessions',
  summary: 'A customer opens their bookings for half an hour, with the code that was sent to them',
  params: bySlug,
  body: customerSessionCreateSchema,
  status: 201,
  answer: customerSessionSchema,
  errors: ['not_found', 'invalid_proof', 'idempotency_mismatch'],
})

export const getReturningCustomer = defineOperation({
  ...common,
  id: 'getReturningCustomer',
  method: 'get',
  path: '/public/customers/{token}',
  summary: 'What a customer need not type again, by the token of their session',
  params: byToken,
  status: 200,
  answer: returningCustomerSchema,
  errors: ['not_found'],
})

export const listCustomerBookings = defineOperation({
  ...common,
  id: 'listCustomerBookings',
  method: 'get',
  path: '/public/customers/{token}/bookings',
  summary: 'Bookings of a customer: upcoming ones, soonest first, then those of the last year, latest first',
  params: byToken,
  query: customerBookingsQuery,
  status: 200,
  answer: customerBookingsSchema,
  errors: ['not_found', 'invalid_cursor'],
})
