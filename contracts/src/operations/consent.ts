import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageQuery } from '../page.ts'
import { consentSchema, optOutCreateSchema, optOutSchema } from '../resources/consent.ts'
import { addressSought } from '../text.ts'
import { byId } from './parts.ts'
import { listOperation } from './resource-operations.ts'

const read = { tag: 'Notifications', service: 'notification', scope: 'notifications:read' } as const

const change = { ...read, scope: 'notifications:send' } as const

export const listOptOuts = listOperation({
  ...read,
  id: 'listOptOuts',
  path: '/v1/notifications/opt-outs',
  summary: 'List who gets no messages, newest first',
  query: z.strictObject({ ...pageQuery, address: addressSought.exactOptional() }),
  item: optOutSchema,
})

export const createOptOut = defineOperation({
  ...change,
  id: 'createOptOut',
  method: 'post',
  path: '/v1/notifications/opt-outs',
  summary: 'Send no more messages to a number or an address; one that gets none already stays as it is',
  body: optOutCreateSchema,
  status: 201,
  answer: optOutSchema,
  errors: ['idempotency_mismatch'],
})

export const getOptOut = defineOperation({
  ...read,
  id: 'getOptOut',
  method: 'get',
  path: '/v1/notifications/opt-outs/{id}',
  summary: 'Retrieve an opt-out',
  params: byId,
  status: 200,
  answer: optOutSchema,
  errors: ['not_found'],
})

export const deleteOptOut = defineOperation({
  ...change,
  id: 'deleteOptOut',
  method: 'delete',
  path: '/v1/notifications/opt-outs/{id}',
  summary: 'Send messages again; what a recipient asked for by STOP, only their START takes back',
  params: byId,
  status: 204,
  answer: null,
  errors: ['not_found', 'recipient_opted_out'],
})

export const listConsents = listOperation({
  ...read,
  id: 'listConsents',
  path: '/v1/notifications/consents',
  summary: 'List how recipients came to agree to messages, newest first',
  query: z.strictObject({ ...pageQuery, address: addressSought.exactOptional() }),
  item: consentSchema,
})
