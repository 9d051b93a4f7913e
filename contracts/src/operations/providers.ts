import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { providerCreateSchema, providerSchema, providerUpdateSchema } from '../resources/provider.ts'
import { byId, noBody, nothing } from './parts.ts'

const read = { tag: 'Providers', service: 'booking-platform', scope: 'providers:read' } as const
const write = { ...read, scope: 'providers:write' } as const

export const listProviders = defineOperation({
  ...read,
  id: 'listProviders',
  method: 'get',
  path: '/api/providers',
  summary: 'List providers, oldest first',
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    archived: z.enum(['true', 'false']).default('false').meta({ description: 'true: the archived ones' }),
  }),
  body: noBody,
  status: 200,
  answer: pageOf(providerSchema),
  errors: ['invalid_cursor'],
})

export const createProvider = defineOperation({
  ...write,
  id: 'createProvider',
  method: 'post',
  path: '/api/providers',
  summary: 'Create a provider',
  params: nothing,
  query: nothing,
  body: providerCreateSchema,
  status: 201,
  answer: providerSchema,
  headers: ['ETag'],
  errors: ['idempotency_mismatch'],
})

export const getProvider = defineOperation({
  ...read,
  id: 'getProvider',
  method: 'get',
  path: '/api/providers/{id}',
  summary: 'Retrieve a provider, archived ones too',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: providerSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateProvider = defineOperation({
  ...write,
  id: 'updateProvider',
  method: 'patch',
  path: '/api/providers/{id}',
  summary: 'Update a provider; bookings that exist stay as they are',
  params: byId,
  query: nothing,
  body: providerUpdateSchema,
  status: 200,
  answer: providerSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed'],
})

export const deleteProvider = defineOperation({
  ...write,
  id: 'deleteProvider',
  method: 'delete',
  path: '/api/providers/{id}',
  summary: 'Delete a provider; one that has bookings is archived',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed'],
})
