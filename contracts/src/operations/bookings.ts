import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageQuery } from '../page.ts'
import {
  bookingCancelSchema,
  bookingCheckInSchema,
  bookingCreateSchema,
  bookingSchema,
  bookingStatusSchema,
  bookingUpdateSchema,
  holdCreateSchema,
  holdSchema,
} from '../resources/booking.ts'
import { emailSought, instant, personSought, phoneText } from '../text.ts'
import { byId } from './parts.ts'
import { createOperation, getOperation, listOperation, updateOperation } from './resource-operations.ts'

const read = { tag: 'Bookings', service: 'booking-platform', scope: 'bookings:read' } as const
const write = { ...read, scope: 'bookings:write' } as const

export const listBookings = listOperation({
  ...read,
  id: 'listBookings',
  holdsSecret: true,
  path: '/api/bookings',
  summary: 'List bookings in the order of their starts, or the other way round',
  query: z.strictObject({
    ...pageQuery,
    status: bookingStatusSchema.optional().describe('Only with this status'),
    service_type_id: idOf('serviceType').optional(),
    provider_id: idOf('provider').optional(),
    series_id: idOf('series').optional(),
    from: instant.optional().meta({ description: 'Starts at this time or later' }),
    to: instant.optional().meta({ description: 'Starts before this time' }),
    phone: phoneText.optional().meta({ description: 'Of the customer' }),
    email: emailSought.optional().meta({ description: 'Of the customer' }),
    q: personSought,
    order: z.enum(['asc', 'desc']).default('asc').meta({ description: 'desc: the latest start first' }),
  }),
  item: bookingSchema,
})

export const createBooking = createOperation({
  ...write,
  id: 'createBooking',
  path: '/api/bookings',
  summary: 'Book a free time, or one that was held',
  body: bookingCreateSchema,
  answer: bookingSchema,
  errors: ['not_found', 'slot_unavailable', 'limit_reached', 'hold_expired'],
})

export const holdSlot = defineOperation({
  ...write,
  id: 'holdSlot',
  method: 'post',
  path: '/api/booking-holds',
  summary: 'Hold a free time for some minutes, for the booking that names the hold',
  body: holdCreateSchema,
  status: 201,
  answer: holdSchema,
  errors: ['not_found', 'slot_unavailable', 'idempotency_mismatch'],
})

export const releaseHold = defineOperation({
  ...write,
  id: 'releaseHold',
  method: 'delete',
  path: '/api/booking-holds/{id}',
  summary: 'Release a hold before it expires',
  params: byId,
  status: 204,
  answer: null,
  errors: ['not_found'],
})

export const getBooking = getOperation({
  ...read,
  id: 'getBooking',
  holdsSecret: true,
  path: '/api/bookings/{id}',
  summary: 'Retrieve a booking',
  answer: bookingSchema,
})

export const updateBooking = updateOperation({
  ...write,
  id: 'updateBooking',
  path: '/api/bookings/{id}',
  summary: 'Move a booking, or change its details or status; where the new time is not free nothing changes',
  body: bookingUpdateSchema,
  answer: bookingSchema,
  errors: ['invalid_transition', 'slot_unavailable', 'limit_reached'],
})

export const cancelBooking = defineOperation({
  ...write,
  id: 'cancelBooking',
  method: 'post',
  path: '/api/bookings/{id}/cancel',
  summary: 'Cancel a booking, with a reason; its time is free at once',
  params: byId,
  body: bookingCancelSchema,
  status: 200,
  answer: bookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'precondition_failed', 'idempotency_mismatch'],
})

export const checkInBooking = defineOperation({
  ...write,
  id: 'checkInBooking',
  method: 'post',
  path: '/api/bookings/{id}/check-in',
  summary: 'Let the customer of a booking, who has arrived, stand in a queue; `guest_id` follows in a moment',
  params: byId,
  body: bookingCheckInSchema,
  status: 200,
  answer: bookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'precondition_failed', 'idempotency_mismatch'],
})
