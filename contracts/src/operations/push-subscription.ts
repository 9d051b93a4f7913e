import { defineOperation } from '../operation.ts'
import { pushKeySchema, pushSubscriptionSchema } from '../resources/push-subscription.ts'
import { byToken } from './parts.ts'

const common = { tag: 'Own place', service: 'notification', scope: null } as const

export const getPushKey = defineOperation({
  ...common,
  id: 'getPushKey',
  method: 'get',
  path: '/public/push-key',
  summary: 'The key with which browsers subscribe to messages by push',
  status: 200,
  answer: pushKeySchema,
  errors: [],
})

const subscription = {
  ...common,
  path: '/public/guests/{token}/push-subscription',
  // Any text: an invalid token is a 404 like an unknown one.
  params: byToken,
  status: 204,
  answer: null,
} as const

export const subscribeToPush = defineOperation({
  ...subscription,
  id: 'subscribeToPush',
  method: 'put',
  summary: "Subscribe a guest's browser to push, replacing any earlier one",
  body: pushSubscriptionSchema,
  errors: ['not_found', 'invalid_transition'],
})

export const unsubscribeFromPush = defineOperation({
  ...subscription,
  id: 'unsubscribeFromPush',
  method: 'delete',
  summary: "Unsubscribe a guest's browser from push",
  errors: ['not_found'],
})
