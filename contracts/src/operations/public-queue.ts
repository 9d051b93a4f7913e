import { defineOperation, EVENT_STREAM, textStream } from '../operation.ts'
import { displaySchema } from '../resources/display.ts'
import {
  arrivalSchema,
  arrivedSchema,
  joinedSchema,
  joinPageSchema,
  joinSchema,
} from '../resources/public-join.ts'
import { bySlug } from './parts.ts'

const join = {
  tag: 'Public join',
  service: 'queue',
  scope: null,
  path: '/public/join/{slug}',
  /** Any text: an invalid slug is a 404 like an unknown one. */
  params: bySlug,
  headers: ['ETag'],
} as const

export const getJoinPage = defineOperation({
  ...join,
  id: 'getJoinPage',
  method: 'get',
  summary: 'What a queue tells somebody who may want to join it, by the slug of join_url',
  status: 200,
  answer: joinPageSchema,
  errors: ['not_found'],
})

export const joinQueue = defineOperation({
  ...join,
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
  ...join,
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

const display = {
  tag: 'Public display',
  service: 'queue',
  method: 'get',
  scope: null,
  /** Any text: an invalid slug is a 404 like an unknown one. */
  params: bySlug,
  status: 200,
  errors: ['not_found'],
} as const

export const getDisplay = defineOperation({
  ...display,
  id: 'getDisplay',
  path: '/public/queues/{slug}/display',
  summary: 'What a screen in the room shows of a queue, by the slug of join_url',
  answer: displaySchema,
  headers: ['ETag'],
})

export const streamDisplay = defineOperation({
  ...display,
  id: 'streamDisplay',
  path: '/public/queues/{slug}/display/events',
  summary:
    'A screen follows a queue: an event `display` with the same JSON whenever it has changed, and `heartbeat` every 15 s',
  // Screens of signed-in members have a limit of their own.
  hearsSession: true,
  answer: textStream,
  media: [EVENT_STREAM],
})
