import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  messageProviderCreateSchema,
  messageProviderSchema,
  messageProviderTestResultSchema,
  messageProviderTestSchema,
  messageProviderUpdateSchema,
} from '../resources/message-provider.ts'
import { byId, noBody, nothing } from './parts.ts'

const common = {
  tag: 'Message providers',
  service: 'notification',
  scope: 'message-providers:manage',
} as const

export const listMessageProviders = defineOperation({
  ...common,
  id: 'listMessageProviders',
  method: 'get',
  path: '/account/message-providers',
  summary: 'List the providers that messages are sent through, oldest first',
  params: nothing,
  query: z.strictObject(pageQuery),
  body: noBody,
  status: 200,
  answer: pageOf(messageProviderSchema),
  errors: ['invalid_cursor'],
})

export const createMessageProvider = defineOperation({
  ...common,
  id: 'createMessageProvider',
  method: 'post',
  path: '/account/message-providers',
  summary: 'Set up a provider; its credentials are kept encrypted and never shown again',
  params: nothing,
  query: nothing,
  body: messageProviderCreateSchema,
  status: 201,
  answer: messageProviderSchema,
  headers: ['ETag'],
  errors: ['too_many_providers', 'csrf_failed', 'idempotency_mismatch'],
})

export const getMessageProvider = defineOperation({
  ...common,
  id: 'getMessageProvider',
  method: 'get',
  path: '/account/message-providers/{id}',
  summary: 'Retrieve a provider, without its credentials',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: messageProviderSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateMessageProvider = defineOperation({
  ...common,
  id: 'updateMessageProvider',
  method: 'patch',
  path: '/account/message-providers/{id}',
  summary: 'Update a provider; messages are sent by the new settings within two seconds',
  params: byId,
  query: nothing,
  body: messageProviderUpdateSchema,
  status: 200,
  answer: messageProviderSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})

export const deleteMessageProvider = defineOperation({
  ...common,
  id: 'deleteMessageProvider',
  method: 'delete',
  path: '/account/message-providers/{id}',
  summary: 'Delete a provider; what it still tells of earlier messages is not taken any more',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})

export const testMessageProvider = defineOperation({
  ...common,
  id: 'testMessageProvider',
  method: 'post',
  path: '/account/message-providers/{id}/test',
  summary:
    'Send a fixed text through this provider now, even a disabled one; the answer says what came of it',
  params: byId,
  query: nothing,
  body: messageProviderTestSchema,
  status: 200,
  answer: messageProviderTestResultSchema,
  errors: ['not_found', 'csrf_failed', 'idempotency_mismatch'],
})
