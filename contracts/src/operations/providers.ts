import { providerCreateSchema, providerSchema, providerUpdateSchema } from '../resources/provider.ts'
import { archivedQuery } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const read = { tag: 'Providers', service: 'booking-platform', scope: 'providers:read' } as const
const write = { ...read, scope: 'providers:write' } as const

export const listProviders = listOperation({
  ...read,
  id: 'listProviders',
  path: '/api/providers',
  summary: 'List providers, oldest first',
  query: archivedQuery,
  item: providerSchema,
})

export const createProvider = createOperation({
  ...write,
  id: 'createProvider',
  path: '/api/providers',
  summary: 'Create a provider',
  body: providerCreateSchema,
  answer: providerSchema,
  errors: ['plan_limit_reached'],
})

export const getProvider = getOperation({
  ...read,
  id: 'getProvider',
  path: '/api/providers/{id}',
  summary: 'Retrieve a provider, archived ones too',
  answer: providerSchema,
})

export const updateProvider = updateOperation({
  ...write,
  id: 'updateProvider',
  path: '/api/providers/{id}',
  summary: 'Update a provider; bookings that exist stay as they are',
  body: providerUpdateSchema,
  answer: providerSchema,
})

export const deleteProvider = deleteOperation({
  ...write,
  id: 'deleteProvider',
  path: '/api/providers/{id}',
  summary: 'Delete a provider; one that has bookings is archived',
})
