import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { webhookEventTypeViewSchema } from '../resources/webhook-event-type.ts'
import { deliverySchema, webhookTestSchema } from '../webhooks/delivery.ts'
import {
  webhookEndpointCreateSchema,
  webhookEndpointDetailSchema,
  webhookEndpointSchema,
  webhookEndpointUpdateSchema,
  webhookEndpointWithSecretSchema,
} from '../webhooks/webhook-endpoint.ts'
import { byId } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const common = { tag: 'Webhooks', service: 'webhook-delivery', scope: 'webhooks:manage' } as const

export const listEventTypes = defineOperation({
  ...common,
  id: 'listEventTypes',
  method: 'get',
  path: '/v1/event-types',
  summary: 'List what webhooks tell of, each with the schema and an example of the body',
  status: 200,
  // Linters take an example with `type` and `example` side by side for a schema.
  answer: z
    .object({ data: z.array(webhookEventTypeViewSchema).describe('Every event type') })
    .meta({ id: 'WebhookEventTypeList', examples: [{ data: [] }] }),
  errors: [],
})

export const listWebhookEndpoints = listOperation({
  ...common,
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  summary: 'List webhook endpoints, oldest first',
  item: webhookEndpointSchema,
})

export const createWebhookEndpoint = createOperation({
  ...common,
  id: 'createWebhookEndpoint',
  ownRepeats: true,
  path: '/v1/webhook-endpoints',
  summary: 'Register a webhook endpoint; the answer shows its secret, once',
  body: webhookEndpointCreateSchema,
  answer: webhookEndpointWithSecretSchema,
  errors: ['plan_limit_reached'],
})

export const getWebhookEndpoint = getOperation({
  ...common,
  id: 'getWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Retrieve a webhook endpoint',
  answer: webhookEndpointDetailSchema,
})

export const updateWebhookEndpoint = updateOperation({
  ...common,
  id: 'updateWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Update a webhook endpoint',
  body: webhookEndpointUpdateSchema,
  answer: webhookEndpointDetailSchema,
})

export const deleteWebhookEndpoint = deleteOperation({
  ...common,
  id: 'deleteWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint; its pending deliveries are not attempted any more',
})

export const rotateWebhookSecret = defineOperation({
  ...common,
  id: 'rotateWebhookSecret',
  ownRepeats: true,
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/rotate-secret',
  summary:
    'Give the endpoint a new secret; the one before signs too for 24 hours, or until the next rotation',
  params: byId,
  status: 200,
  answer: webhookEndpointWithSecretSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed', 'idempotency_mismatch'],
})

export const testWebhookEndpoint = defineOperation({
  ...common,
  id: 'testWebhookEndpoint',
  method: 'post',
  path: '/v1/webhook-endpoints/{id}/test',
  summary:
    'Send the example of an event type now, even to a disabled endpoint; the answer shows what came of it',
  params: byId,
  body: webhookTestSchema,
  status: 200,
  answer: deliverySchema,
  errors: ['not_found', 'delivery_in_progress', 'idempotency_mismatch'],
})
