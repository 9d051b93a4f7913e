import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { webhookEventTypeViewSchema } from '../resources/webhook-event-type.ts'
import { deliverySchema, webhookTestSchema } from '../webhooks/delivery.ts'
import {
  webhookEndpointCreateSchema,
  webhookEndpointDetailSchema,
  webhookEndpointSchema,
  webhookEndpointUpdateSchema,
  webhookEndpointWithSecretSchema,
} from '../webhooks/webhook-endpoint.ts'
import { byId, noBody, nothing } from './parts.ts'

const common = { tag: 'Webhooks', service: 'webhook-delivery', scope: 'webhooks:manage' } as const

export const listEventTypes = defineOperation({
  ...common,
  id: 'listEventTypes',
  method: 'get',
  path: '/v1/event-types',
  summary: 'List what webhooks tell of, each with the schema and an example of the body',
  params: nothing,
  query: nothing,
  body: noBody,
  status: 200,
  // Linters take an example with `type` and `example` side by side for a schema.
  answer: z
    .object({ data: z.array(webhookEventTypeViewSchema) })
    .meta({ id: 'WebhookEventTypeList', examples: [{ data: [] }] }),
  errors: [],
})

export const listWebhookEndpoints = defineOperation({
  ...common,
  id: 'listWebhookEndpoints',
  method: 'get',
  path: '/v1/webhook-endpoints',
  summary: 'List webhook endpoints, oldest first',
  params: nothing,
  query: z.strictObject(pageQuery),
  body: noBody,
  status: 200,
  answer: pageOf(webhookEndpointSchema),
  errors: ['invalid_cursor'],
})

export const createWebhookEndpoint = defineOperation({
  ...common,
  id: 'createWebhookEndpoint',
  ownRepeats: true,
  method: 'post',
  path: '/v1/webhook-endpoints',
  summary: 'Register a webhook endpoint; the answer shows its secret, once',
  params: nothing,
  query: nothing,
  body: webhookEndpointCreateSchema,
  status: 201,
  answer: webhookEndpointWithSecretSchema,
  headers: ['ETag'],
  errors: ['idempotency_mismatch', 'too_many_endpoints'],
})

export const getWebhookEndpoint = defineOperation({
  ...common,
  id: 'getWebhookEndpoint',
  method: 'get',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Retrieve a webhook endpoint',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: webhookEndpointDetailSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateWebhookEndpoint = defineOperation({
  ...common,
  id: 'updateWebhookEndpoint',
  method: 'patch',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Update a webhook endpoint',
  params: byId,
  query: nothing,
  body: webhookEndpointUpdateSchema,
  status: 200,
  answer: webhookEndpointDetailSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed'],
})

export const deleteWebhookEndpoint = defineOperation({
  ...common,
  id: 'deleteWebhookEndpoint',
  method: 'delete',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint; its pending deliveries are not attempted any more',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed'],
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
  query: nothing,
  body: noBody,
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
  query: nothing,
  body: webhookTestSchema,
  status: 200,
  answer: deliverySchema,
  errors: ['not_found', 'delivery_in_progress', 'idempotency_mismatch'],
})
