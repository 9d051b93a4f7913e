import { defineOperation } from '../operation.ts'
import { onlineBookingSchema } from '../resources/online-booking.ts'
import {
  joinedStandbySchema,
  ownStandbySchema,
  standbyCreateSchema,
  standbySchema,
  standbysQuery,
} from '../resources/standby.ts'
import { byId, bySlug, byToken } from './parts.ts'
import { listOperation } from './resource-operations.ts'

/** Any text: an invalid token is a 404 like an unknown one. */

const open = { tag: 'Standby', service: 'booking-platform', scope: null } as const
const staff = { tag: 'Standby', service: 'booking-platform' } as const

export const joinStandby = defineOperation({
  ...open,
  id: 'joinStandby',
  method: 'post',
  path: '/public/book/{slug}/standby',
  summary: 'A customer waits for a time on days that are full',
  params: bySlug,
  body: standbyCreateSchema,
  status: 201,
  answer: joinedStandbySchema,
  headers: ['ETag'],
  errors: ['not_found', 'limit_reached', 'invalid_proof', 'idempotency_mismatch'],
})

export const getOwnStandby = defineOperation({
  ...open,
  id: 'getOwnStandby',
  holdsSecret: true,
  method: 'get',
  path: '/public/standby/{token}',
  summary: 'A customer sees whether a time is offered to them, by the token of status_url',
  params: byToken,
  status: 200,
  answer: ownStandbySchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const acceptStandbyOffer = defineOperation({
  ...open,
  id: 'acceptStandbyOffer',
  method: 'post',
  path: '/public/standby/{token}/accept',
  summary: 'A customer books the time that is held for them; again, and the booking is the same',
  params: byToken,
  status: 200,
  answer: onlineBookingSchema,
  headers: ['ETag'],
  errors: ['not_found', 'hold_expired', 'slot_unavailable', 'limit_reached', 'idempotency_mismatch'],
})

export const leaveStandby = defineOperation({
  ...open,
  id: 'leaveStandby',
  method: 'delete',
  path: '/public/standby/{token}',
  summary: 'A customer waits no more; a time that is offered to them goes to the next',
  params: byToken,
  status: 204,
  answer: null,
  errors: ['not_found'],
})

export const listStandbys = listOperation({
  ...staff,
  scope: 'bookings:read',
  id: 'listStandbys',
  path: '/api/standbys',
  summary: 'List customers who wait for a time, in the order in which they joined',
  query: standbysQuery,
  item: standbySchema,
})

export const removeStandby = defineOperation({
  ...staff,
  scope: 'bookings:write',
  id: 'removeStandby',
  method: 'delete',
  path: '/api/standbys/{id}',
  summary: 'End a standby; a time that is offered to the customer goes to the next',
  params: byId,
  status: 204,
  answer: null,
  errors: ['not_found'],
})
