import { defineOperation } from '../operation.ts'
import {
  arrivalSchema,
  arrivedSchema,
  joinedSchema,
  joinPageSchema,
  joinSchema,
} from '../resources/public-join.ts'
import { bySlug } from './parts.ts'

const common = {
  tag: 'Public join',
  service: 'queue',
  scope: null,
  path: '/public/join/{slug}',
  /** Any text: an invalid slug is a 404 like an unknown one. */
  params: bySlug,
  headers: ['ETag'],
} as const

export const getJoinPage = defineOperation({
  ...common,
  id: 'getJoinPage',
  method: 'get',
  summary: 'What a queue tells somebody who may want to join it, by the slug of join_url',
  status: 200,
  answer: joinPageSchema,
  errors: ['not_found'],
})

export const joinQueue = defineOperation({
  ...common,
  id: 'joinQueue',
  method: 'post',
  summary: 'A guest joins a queue by themselves; whose phone waits in it already is answered already_waiting',
  body: joinSchema,
  status: 201,
  answer: joinedSchema,
  errors: [
    ...(['not_found', 'public_join_off', 'queue_paused', 'queue_closed', 'queue_full'] as const),
    ...(['already_waiting', 'idempotency_mismatch'] as const),
  ],
})

export const arriveAtQueue = defineOperation({
  ...common,
  service: 'booking-platform',
  id: 'arriveAtQueue',
  method: 'post',
  path: '/public/join/{slug}/check-in',
  summary:
    'A customer checks in to a queue that takes their booking, around its time, by its phone, e-mail or link; not_found also where there is none',
  body: arrivalSchema,
  status: 200,
  answer: arrivedSchema,
  headers: [],
  errors: ['not_found'],
})
