import { defineOperation } from '../operation.ts'
import {
  bookingSeriesCreateSchema,
  bookingSeriesSchema,
  seriesCancelSchema,
} from '../resources/booking-series.ts'
import { byId } from './parts.ts'
import { createOperation, getOperation } from './resource-operations.ts'

const read = { tag: 'Bookings', service: 'booking-platform', scope: 'bookings:read' } as const
const write = { ...read, scope: 'bookings:write' } as const

export const createBookingSeries = createOperation({
  ...write,
  id: 'createBookingSeries',
  path: '/api/booking-series',
  summary: 'Book several services in one visit, or visits that recur: all of them or none, or what is free',
  body: bookingSeriesCreateSchema,
  answer: bookingSeriesSchema,
  errors: ['not_found', 'series_clash'],
})

export const getBookingSeries = getOperation({
  ...read,
  id: 'getBookingSeries',
  holdsSecret: true,
  path: '/api/booking-series/{id}',
  summary: 'Retrieve a series of bookings',
  answer: bookingSeriesSchema,
})

export const cancelBookingSeries = defineOperation({
  ...write,
  id: 'cancelBookingSeries',
  method: 'post',
  path: '/api/booking-series/{id}/cancel',
  summary: 'Cancel the bookings of a series that are still ahead, all at once',
  params: byId,
  body: seriesCancelSchema,
  status: 200,
  answer: bookingSeriesSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'idempotency_mismatch'],
})
