import { z } from 'zod'
import { defineOperation, EVENT_STREAM, noBody, textStream } from '../operation.ts'
import { pageQuery } from '../page.ts'
import { estimateAccuracyQuery, estimateAccuracySchema } from '../resources/estimate-accuracy.ts'
import { queueLineSchema } from '../resources/line.ts'
import {
  freePlacesSchema,
  queueCreateSchema,
  queuePauseSchema,
  queueSchema,
  queueStatusSchema,
  queueUpdateSchema,
} from '../resources/queue.ts'
import { refusalsSchema } from '../resources/refusal.ts'
import { byId } from './parts.ts'
import { createOperation, getOperation, listOperation, updateOperation } from './resource-operations.ts'

const read = { tag: 'Queues', service: 'queue', scope: 'queues:read', perQueue: true } as const
const create = { tag: 'Queues', service: 'queue', scope: 'queues:write' } as const
const write = { ...create, perQueue: true } as const

export const listQueues = listOperation({
  ...read,
  id: 'listQueues',
  path: '/v1/queues',
  summary: 'List the queues open to the caller, oldest first',
  query: z.strictObject({
    ...pageQuery,
    status: queueStatusSchema.optional().describe('Only with this status'),
  }),
  item: queueSchema,
})

export const createQueue = createOperation({
  ...create,
  id: 'createQueue',
  path: '/v1/queues',
  summary: 'Create a queue',
  body: queueCreateSchema,
  answer: queueSchema,
  errors: ['plan_limit_reached'],
})

export const getQueue = getOperation({
  ...read,
  id: 'getQueue',
  path: '/v1/queues/{id}',
  summary: 'Retrieve a queue',
  answer: queueSchema,
})

export const updateQueue = updateOperation({
  ...write,
  id: 'updateQueue',
  path: '/v1/queues/{id}',
  summary: 'Update the settings of a queue',
  body: queueUpdateSchema,
  answer: queueSchema,
})

export const deleteQueue = defineOperation({
  ...write,
  id: 'deleteQueue',
  method: 'delete',
  path: '/v1/queues/{id}',
  summary: 'Delete a queue',
  params: byId,
  query: z.strictObject({
    remove_guests: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'true: remove the guests who still wait, too' }),
  }),
  status: 204,
  answer: null,
  errors: ['not_found', 'queue_not_empty', 'precondition_failed'],
})

export const pauseQueue = defineOperation({
  ...write,
  id: 'pauseQueue',
  method: 'post',
  path: '/v1/queues/{id}/pause',
  summary: 'Pause a queue, with a reason for guests: nobody can join, nobody leaves',
  params: byId,
  body: queuePauseSchema,
  status: 200,
  answer: queueSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed', 'idempotency_mismatch'],
})

export const resumeQueue = defineOperation({
  ...pauseQueue,
  body: noBody,
  id: 'resumeQueue',
  path: '/v1/queues/{id}/resume',
  summary: 'Resume a paused queue; resuming an active queue changes nothing',
})

export const countFreePlaces = defineOperation({
  ...pauseQueue,
  scope: 'guests:write',
  id: 'countFreePlaces',
  path: '/v1/queues/{id}/free-places',
  summary: 'Say how many places, such as tables or counters, are free now: waits follow from it',
  body: freePlacesSchema,
})

export const streamQueue = defineOperation({
  id: 'streamQueue',
  tag: 'Queues',
  service: 'queue',
  scope: 'guests:read',
  perQueue: true,
  method: 'get',
  path: '/v1/queues/{id}/events',
  summary:
    'Follow a queue: its guest and queue events as they happen, guest events with the guest. After `snapshot` read the guests again unless they were listed with its `line_version` or a later one; with Last-Event-ID it goes on where it was, where that is still known',
  params: byId,
  status: 200,
  answer: textStream,
  media: [EVENT_STREAM],
  errors: ['not_found'],
})

export const getQueueLine = defineOperation({
  id: 'getQueueLine',
  tag: 'Queues',
  service: 'queue',
  scope: 'guests:read',
  perQueue: true,
  method: 'get',
  path: '/v1/queues/{id}/line',
  summary:
    'The one line of a queue: who waits, was called, or is expected with a booking today, with when their turn comes and why',
  params: byId,
  status: 200,
  answer: queueLineSchema,
  errors: ['not_found'],
})

export const getQueueRefusals = defineOperation({
  ...read,
  id: 'getQueueRefusals',
  method: 'get',
  path: '/v1/queues/{id}/refusals',
  summary: 'How often limits refused people who wanted to join a queue by themselves, by day',
  params: byId,
  status: 200,
  answer: refusalsSchema,
  errors: ['not_found'],
})

export const getEstimateAccuracy = defineOperation({
  ...read,
  id: 'getEstimateAccuracy',
  method: 'get',
  path: '/v1/queues/{id}/estimates/accuracy',
  summary: 'How well the waits quoted in a queue came true: error, bias and coverage of the range',
  params: byId,
  query: estimateAccuracyQuery,
  status: 200,
  answer: estimateAccuracySchema,
  errors: ['not_found'],
})
