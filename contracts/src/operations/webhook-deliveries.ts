import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { instant } from '../text.ts'
import { deliverySchema, deliveryStatusSchema } from '../webhooks/delivery.ts'
import { webhookReplayCreateSchema, webhookReplaySchema } from '../webhooks/webhook-replay.ts'
import { byId } from './parts.ts'

const common = { tag: 'Webhooks', service: 'webhook-delivery', scope: 'webhooks:manage' } as const

export const listDeliveries = defineOperation({
  ...common,
  id: 'listDeliveries',
  holdsSecret: true,
  method: 'get',
  path: '/v1/webhook-endpoints/{id}/deliveries',
  summary: 'List the deliveries of an endpoint with their attempts, newest first',
  params: byId,
  query: z.strictObject({
    ...pageQuery,
    status: deliveryStatusSchema.optional().describe('Only with this status'),
    event: z.string().max(100).optional().meta({ description: 'Event type, or a pattern such as guest.*' }),
    created_from: instant.optional().meta({ description: 'Not before this time' }),
    created_to: instant.optional().meta({ description: 'Before this time' }),
  }),
  status: 200,
  answer: pageOf(deliverySchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const retryDelivery = defineOperation({
  ...common,
  id: 'retryDelivery',
  method: 'post',
  path: '/v1/deliveries/{id}/retry',
  summary: 'Attempt a delivery again now; 202 with the delivery as it stands before the attempt',
  params: byId,
  status: 202,
  answer: deliverySchema,
  errors: [
    'not_found',
    'endpoint_disabled',
    'delivery_in_progress',
    'invalid_transition',
    'idempotency_mismatch',
  ],
})

export const getDelivery = defineOperation({
  ...common,
  id: 'getDelivery',
  holdsSecret: true,
  method: 'get',
  path: '/v1/deliveries/{id}',
  summary: 'Retrieve a delivery with its attempts',
  params: byId,
  status: 200,
  answer: deliverySchema,
  errors: ['not_found'],
})

export const replayDeliveries = defineOperation({
  ...common,
  id: 'replayDeliveries',
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/replay',
  summary: 'Attempt past deliveries again, one after the other in the order of their events',
  params: byId,
  body: webhookReplayCreateSchema,
  status: 202,
  answer: webhookReplaySchema,
  headers: ['Location'],
  errors: ['not_found', 'endpoint_disabled', 'replay_in_progress', 'idempotency_mismatch'],
})

export const getReplay = defineOperation({
  ...common,
  id: 'getReplay',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}/replays/{replay_id}',
  summary: 'Retrieve a replay: how far it has come',
  params: byId.extend({ replay_id: z.string().max(100).describe('Id of the replay, rpl_…') }),
  status: 200,
  answer: webhookReplaySchema,
  errors: ['not_found'],
})
