import { defineOperation } from '../operation.ts'
import { bookingPageSchema, bookingPageUpdateSchema } from '../resources/booking-page.ts'
import { refusalsSchema } from '../resources/refusal.ts'

const common = {
  tag: 'Booking page',
  service: 'booking-platform',
  path: '/api/booking-page',
  status: 200,
  answer: bookingPageSchema,
  headers: ['ETag'],
} as const

export const getBookingPage = defineOperation({
  ...common,
  id: 'getBookingPage',
  method: 'get',
  scope: 'service-types:read',
  summary: 'The page on which customers book by themselves',
  errors: [],
})

export const updateBookingPage = defineOperation({
  ...common,
  id: 'updateBookingPage',
  method: 'patch',
  scope: 'service-types:write',
  summary: 'Make or change the page; it offers the service types that have online_booking',
  body: bookingPageUpdateSchema,
  errors: ['slug_taken', 'precondition_failed'],
})

export const getBookingPageRefusals = defineOperation({
  tag: 'Booking page',
  service: 'booking-platform',
  id: 'getBookingPageRefusals',
  method: 'get',
  path: '/api/booking-page/refusals',
  scope: 'service-types:read',
  summary: 'How often limits refused what customers attempted online, by day',
  status: 200,
  answer: refusalsSchema,
  errors: [],
})
