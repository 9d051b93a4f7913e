import { defineOperation } from '../operation.ts'
import {
  apiKeyCreateSchema,
  apiKeyRotateSchema,
  apiKeySchema,
  apiKeyUpdateSchema,
  apiKeyWithSecretSchema,
} from '../resources/api-key.ts'
import { byId } from './parts.ts'
import { deleteOperation, getOperation, listOperation, updateOperation } from './resource-operations.ts'

const common = { tag: 'API keys', service: 'accounts', scope: 'api-keys:manage' } as const

export const listApiKeys = listOperation({
  ...common,
  id: 'listApiKeys',
  path: '/account/api-keys',
  summary: 'List the API keys that are not revoked, oldest first',
  item: apiKeySchema,
})

export const createApiKey = defineOperation({
  ...common,
  id: 'createApiKey',
  ownRepeats: true,
  method: 'post',
  path: '/account/api-keys',
  summary: 'Create an API key with at most your own scopes; the answer shows it, once',
  body: apiKeyCreateSchema,
  status: 201,
  answer: apiKeyWithSecretSchema,
  errors: ['forbidden', 'plan_limit_reached', 'csrf_failed', 'idempotency_mismatch'],
})

export const getApiKey = getOperation({
  ...common,
  id: 'getApiKey',
  path: '/account/api-keys/{id}',
  summary: 'Retrieve an API key that is not revoked, without the key itself',
  answer: apiKeySchema,
})

export const updateApiKey = updateOperation({
  ...common,
  id: 'updateApiKey',
  path: '/account/api-keys/{id}',
  summary: 'Rename an API key, or change the version of the API that it gets',
  body: apiKeyUpdateSchema,
  answer: apiKeySchema,
  errors: ['csrf_failed'],
})

export const rotateApiKey = defineOperation({
  ...common,
  id: 'rotateApiKey',
  ownRepeats: true,
  method: 'post',
  path: '/account/api-keys/{id}/rotate',
  summary: 'Put a new key in the place of one, which goes on working for some hours',
  params: byId,
  body: apiKeyRotateSchema,
  status: 201,
  answer: apiKeyWithSecretSchema,
  errors: ['not_found', 'invalid_transition', 'forbidden', 'csrf_failed', 'idempotency_mismatch'],
})

export const revokeApiKey = deleteOperation({
  ...common,
  id: 'revokeApiKey',
  path: '/account/api-keys/{id}',
  summary: 'Revoke an API key at once and for good',
  errors: ['csrf_failed'],
})
