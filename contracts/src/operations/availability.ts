import { defineOperation } from '../operation.ts'
import {
  availabilityQuery,
  availabilitySchema,
  explanationQuery,
  explanationSchema,
  firstAvailableQuery,
  firstAvailableSchema,
} from '../resources/availability.ts'

const read = {
  tag: 'Availability',
  service: 'booking-platform',
  scope: 'availability:read',
  method: 'get',
  status: 200,
  errors: ['not_found'],
} as const

export const getAvailability = defineOperation({
  ...read,
  id: 'getAvailability',
  path: '/api/availability',
  summary: 'List the times of a service type that can be booked, of up to 62 days',
  query: availabilityQuery,
  answer: availabilitySchema,
  headers: ['ETag'],
})

export const getFirstAvailable = defineOperation({
  ...read,
  id: 'getFirstAvailable',
  path: '/api/availability/first',
  summary: 'Find the first time of a service type that can be booked, as far ahead as its bookings are taken',
  query: firstAvailableQuery,
  answer: firstAvailableSchema,
  headers: ['ETag'],
})

export const explainAvailability = defineOperation({
  ...read,
  id: 'explainAvailability',
  path: '/api/availability/explain',
  summary: 'Tell for each provider whether a time can be booked and, if not, which rules keep it from that',
  query: explanationQuery,
  answer: explanationSchema,
})
