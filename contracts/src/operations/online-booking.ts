import { defineOperation } from '../operation.ts'
import { bookingCodeRequestSchema, bookingCodeSentSchema } from '../resources/booking-code.ts'
import {
  onlineBookingCreateSchema,
  onlineBookingPageSchema,
  onlineBookingSchema,
  onlineDaysQuery,
  onlineDaysSchema,
  onlineHoldCreateSchema,
  onlineHoldSchema,
  onlineSeriesCreateSchema,
  onlineSeriesSchema,
  onlineTimesQuery,
  onlineTimesSchema,
} from '../resources/online-booking.ts'
import { bySlug } from './parts.ts'

/** Any text: an invalid slug is a 404 like an unknown one. */

const common = {
  tag: 'Online booking',
  service: 'booking-platform',
  scope: null,
  params: bySlug,
} as const

export const getOnlineBookingPage = defineOperation({
  ...common,
  id: 'getOnlineBookingPage',
  method: 'get',
  path: '/public/book/{slug}',
  summary: 'What customers can book by themselves, by the slug of the booking page',
  status: 200,
  answer: onlineBookingPageSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const listOnlineTimes = defineOperation({
  ...common,
  id: 'listOnlineTimes',
  method: 'get',
  path: '/public/book/{slug}/times',
  summary: 'Times that a customer can book, of up to 14 days',
  query: onlineTimesQuery,
  status: 200,
  answer: onlineTimesSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const listOnlineDays = defineOperation({
  ...common,
  id: 'listOnlineDays',
  method: 'get',
  path: '/public/book/{slug}/days',
  summary: 'Days of up to a month with times that a customer can book',
  query: onlineDaysQuery,
  status: 200,
  answer: onlineDaysSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const holdOnline = defineOperation({
  ...common,
  id: 'holdOnline',
  method: 'post',
  path: '/public/book/{slug}/holds',
  summary: 'Hold a time for ten minutes, while the customer gives their details',
  body: onlineHoldCreateSchema,
  status: 201,
  answer: onlineHoldSchema,
  errors: ['not_found', 'slot_unavailable', 'idempotency_mismatch'],
})

export const bookOnline = defineOperation({
  ...common,
  id: 'bookOnline',
  method: 'post',
  path: '/public/book/{slug}',
  summary: 'A customer books the time that was held for them',
  body: onlineBookingCreateSchema,
  status: 201,
  answer: onlineBookingSchema,
  headers: ['ETag'],
  errors: [
    ...(['not_found', 'hold_expired', 'slot_unavailable', 'limit_reached'] as const),
    ...(['invalid_proof', 'idempotency_mismatch'] as const),
  ],
})

export const requestBookingCode = defineOperation({
  ...common,
  id: 'requestBookingCode',
  method: 'post',
  path: '/public/book/{slug}/codes',
  summary: 'Send a customer a code, by which they prove that an e-mail address or a phone is theirs',
  body: bookingCodeRequestSchema,
  status: 202,
  answer: bookingCodeSentSchema,
  ownRepeats: true,
  errors: ['not_found', 'idempotency_mismatch'],
})

export const bookSeriesOnline = defineOperation({
  ...common,
  id: 'bookSeriesOnline',
  method: 'post',
  path: '/public/book/{slug}/series',
  summary: 'A customer books several services in one visit, or visits that recur',
  body: onlineSeriesCreateSchema,
  status: 201,
  answer: onlineSeriesSchema,
  errors: ['not_found', 'series_clash', 'invalid_proof', 'idempotency_mismatch'],
})
