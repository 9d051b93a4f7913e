import { defineOperation, textStream } from '../operation.ts'
import { bookingCancelSchema } from '../resources/booking.ts'
import {
  ownBookingMoveSchema,
  ownBookingSchema,
  ownTimesQuery,
  ownTimesSchema,
} from '../resources/own-booking.ts'
import { byToken } from './parts.ts'

/** Any text: an invalid token is a 404 like an unknown one. */

const common = {
  tag: 'Own booking',
  service: 'booking-platform',
  scope: null,
  params: byToken,
  status: 200,
} as const

export const getOwnBooking = defineOperation({
  ...common,
  id: 'getOwnBooking',
  method: 'get',
  path: '/public/bookings/{token}',
  summary: 'A customer sees their own booking, by the token of manage_url',
  answer: ownBookingSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const getOwnCalendarEvent = defineOperation({
  ...common,
  id: 'getOwnCalendarEvent',
  method: 'get',
  path: '/public/bookings/{token}/calendar',
  summary: 'A customer takes their booking into a calendar of their own (RFC 5545)',
  answer: textStream,
  media: ['text/calendar'],
  errors: ['not_found'],
})

export const listOwnTimes = defineOperation({
  ...common,
  id: 'listOwnTimes',
  method: 'get',
  path: '/public/bookings/{token}/times',
  summary:
    'A customer sees the times to which they can move their booking, of up to 14 days, until it begins',
  query: ownTimesQuery,
  answer: ownTimesSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition'],
})

export const moveOwnBooking = defineOperation({
  ...common,
  id: 'moveOwnBooking',
  method: 'post',
  path: '/public/bookings/{token}/move',
  summary: 'A customer moves their booking to another time, with the same provider if that one is free',
  body: ownBookingMoveSchema,
  answer: ownBookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'slot_unavailable', 'limit_reached', 'idempotency_mismatch'],
})

export const cancelOwnBooking = defineOperation({
  ...common,
  id: 'cancelOwnBooking',
  method: 'post',
  path: '/public/bookings/{token}/cancel',
  summary: 'A customer cancels their booking',
  body: bookingCancelSchema,
  answer: ownBookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'idempotency_mismatch'],
})

export const checkInOwnBooking = defineOperation({
  ...common,
  id: 'checkInOwnBooking',
  method: 'post',
  path: '/public/bookings/{token}/check-in',
  summary: 'A customer who has arrived for their booking gets a place in the queue that takes it',
  answer: ownBookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'no_queue_for_booking', 'idempotency_mismatch'],
})
