import { defineOperation } from '../operation.ts'
import {
  oauthClientCreateSchema,
  oauthClientSchema,
  oauthClientUpdateSchema,
  oauthClientWithSecretSchema,
} from '../resources/oauth-client.ts'
import { byId } from './parts.ts'
import { createOperation, listOperation } from './resource-operations.ts'

const common = { tag: 'OAuth clients', service: 'accounts', scope: 'oauth-clients:manage' } as const
const onOne = { ...common, params: byId } as const

export const listOAuthClients = listOperation({
  ...common,
  id: 'listOAuthClients',
  path: '/account/oauth-clients',
  summary: 'List the applications that may use OAuth, oldest first',
  item: oauthClientSchema,
})

export const createOAuthClient = createOperation({
  ...common,
  id: 'createOAuthClient',
  ownRepeats: true,
  path: '/account/oauth-clients',
  summary: 'Register an application with at most your own scopes; the answer shows its secret, once',
  body: oauthClientCreateSchema,
  answer: oauthClientWithSecretSchema,
  errors: ['plan_limit_reached', 'forbidden', 'csrf_failed'],
})

export const getOAuthClient = defineOperation({
  ...onOne,
  id: 'getOAuthClient',
  method: 'get',
  path: '/account/oauth-clients/{id}',
  summary: 'Retrieve an application',
  status: 200,
  answer: oauthClientSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateOAuthClient = defineOperation({
  ...onOne,
  id: 'updateOAuthClient',
  method: 'patch',
  path: '/account/oauth-clients/{id}',
  summary: 'Change an application; tokens it has lose the scopes that it loses',
  body: oauthClientUpdateSchema,
  status: 200,
  answer: oauthClientSchema,
  headers: ['ETag'],
  errors: ['not_found', 'forbidden', 'precondition_failed', 'csrf_failed'],
})

export const rotateOAuthClientSecret = defineOperation({
  ...onOne,
  id: 'rotateOAuthClientSecret',
  ownRepeats: true,
  method: 'post',
  path: '/account/oauth-clients/{id}/rotate-secret',
  summary: 'Give a confidential application a new secret; the old one ends at once, its tokens go on',
  status: 201,
  answer: oauthClientWithSecretSchema,
  headers: ['ETag'],
  errors: [
    'not_found',
    'forbidden',
    'invalid_transition',
    'precondition_failed',
    'csrf_failed',
    'idempotency_mismatch',
  ],
})

export const deleteOAuthClient = defineOperation({
  ...onOne,
  id: 'deleteOAuthClient',
  method: 'delete',
  path: '/account/oauth-clients/{id}',
  summary: 'Remove an application and end all its tokens',
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed', 'csrf_failed'],
})
