import { defineOperation } from '../operation.ts'
import {
  messageProviderCreateSchema,
  messageProviderSchema,
  messageProviderTestResultSchema,
  messageProviderTestSchema,
  messageProviderUpdateSchema,
} from '../resources/message-provider.ts'
import { byId } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const common = {
  tag: 'Message providers',
  service: 'notification',
  scope: 'message-providers:manage',
} as const

export const listMessageProviders = listOperation({
  ...common,
  id: 'listMessageProviders',
  path: '/account/message-providers',
  summary: 'List the providers that messages are sent through, oldest first',
  item: messageProviderSchema,
})

export const createMessageProvider = createOperation({
  ...common,
  id: 'createMessageProvider',
  path: '/account/message-providers',
  summary: 'Set up a provider; its credentials are kept encrypted and never shown again',
  body: messageProviderCreateSchema,
  answer: messageProviderSchema,
  errors: ['plan_limit_reached', 'csrf_failed'],
})

export const getMessageProvider = getOperation({
  ...common,
  id: 'getMessageProvider',
  path: '/account/message-providers/{id}',
  summary: 'Retrieve a provider, without its credentials',
  answer: messageProviderSchema,
})

export const updateMessageProvider = updateOperation({
  ...common,
  id: 'updateMessageProvider',
  path: '/account/message-providers/{id}',
  summary: 'Update a provider; messages are sent by the new settings within two seconds',
  body: messageProviderUpdateSchema,
  answer: messageProviderSchema,
  errors: ['csrf_failed'],
})

export const deleteMessageProvider = deleteOperation({
  ...common,
  id: 'deleteMessageProvider',
  path: '/account/message-providers/{id}',
  summary: 'Delete a provider; what it still tells of earlier messages is not taken any more',
  errors: ['csrf_failed'],
})

export const testMessageProvider = defineOperation({
  ...common,
  id: 'testMessageProvider',
  method: 'post',
  path: '/account/message-providers/{id}/test',
  summary:
    'Send a fixed text through this provider now, even a disabled one; the answer says what came of it',
  params: byId,
  body: messageProviderTestSchema,
  status: 200,
  answer: messageProviderTestResultSchema,
  errors: ['not_found', 'csrf_failed', 'idempotency_mismatch'],
})
