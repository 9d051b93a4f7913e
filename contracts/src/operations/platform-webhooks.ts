import { defineOperation } from '../operation.ts'
import * as deliveries from './webhook-deliveries.ts'
import * as webhooks from './webhooks.ts'

/** The partners' names for webhook endpoints and deliveries: the same resources under /api. */
const platform = { tag: 'Subscriptions' } as const

export const listSubscriptionEventTypes = defineOperation({
  ...webhooks.listEventTypes,
  ...platform,
  id: 'listSubscriptionEventTypes',
  path: '/api/event-types',
})

export const listSubscriptions = defineOperation({
  ...webhooks.listWebhookEndpoints,
  ...platform,
  id: 'listSubscriptions',
  path: '/api/subscriptions',
  summary: 'List webhook subscriptions, oldest first',
})

export const createSubscription = defineOperation({
  ...webhooks.createWebhookEndpoint,
  ...platform,
  id: 'createSubscription',
  path: '/api/subscriptions',
  summary: 'Create a webhook subscription; the answer shows its secret, once',
})

export const getSubscription = defineOperation({
  ...webhooks.getWebhookEndpoint,
  ...platform,
  id: 'getSubscription',
  path: '/api/subscriptions/{id}',
  summary: 'Retrieve a webhook subscription',
})

export const updateSubscription = defineOperation({
  ...webhooks.updateWebhookEndpoint,
  ...platform,
  id: 'updateSubscription',
  path: '/api/subscriptions/{id}',
  summary: 'Update a webhook subscription',
})

export const deleteSubscription = defineOperation({
  ...webhooks.deleteWebhookEndpoint,
  ...platform,
  id: 'deleteSubscription',
  path: '/api/subscriptions/{id}',
  summary: 'Delete a webhook subscription; its pending deliveries are not attempted any more',
})

export const rotateSubscriptionSecret = defineOperation({
  ...webhooks.rotateWebhookSecret,
  ...platform,
  id: 'rotateSubscriptionSecret',
  path: '/api/subscriptions/{id}/rotate-secret',
  summary:
    'Give the subscription a new secret; the one before signs too for 24 hours, or until the next rotation',
})

export const listSubscriptionDeliveries = defineOperation({
  ...deliveries.listDeliveries,
  ...platform,
  id: 'listSubscriptionDeliveries',
  holdsSecret: true,
  path: '/api/subscriptions/{id}/deliveries',
  summary: 'List the deliveries of a subscription with their attempts, newest first',
})

export const retrySubscriptionDelivery = defineOperation({
  ...deliveries.retryDelivery,
  ...platform,
  id: 'retrySubscriptionDelivery',
  path: '/api/deliveries/{id}/retry',
})

export const getSubscriptionDelivery = defineOperation({
  ...deliveries.getDelivery,
  ...platform,
  id: 'getSubscriptionDelivery',
  holdsSecret: true,
  path: '/api/deliveries/{id}',
})

export const testSubscription = defineOperation({
  ...webhooks.testWebhookEndpoint,
  ...platform,
  id: 'testSubscription',
  path: '/api/subscriptions/{id}/test',
})

export const replaySubscription = defineOperation({
  ...deliveries.replayDeliveries,
  ...platform,
  id: 'replaySubscription',
  path: '/api/subscriptions/{id}/replay',
})

export const getSubscriptionReplay = defineOperation({
  ...deliveries.getReplay,
  ...platform,
  id: 'getSubscriptionReplay',
  path: '/api/subscriptions/{id}/replays/{replay_id}',
})
