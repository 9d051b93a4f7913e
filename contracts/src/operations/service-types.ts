import { defineOperation } from '../operation.ts'
import {
  serviceTypeCreateSchema,
  serviceTypeSchema,
  serviceTypeUpdateSchema,
} from '../resources/service-type.ts'
import { archivedQuery } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const read = { tag: 'Service types', service: 'booking-platform', scope: 'service-types:read' } as const
const write = { ...read, scope: 'service-types:write' } as const

export const listServiceTypes = listOperation({
  ...read,
  id: 'listServiceTypes',
  path: '/api/service-types',
  summary: 'List service types, oldest first',
  query: archivedQuery,
  item: serviceTypeSchema,
})

export const createServiceType = createOperation({
  ...write,
  id: 'createServiceType',
  path: '/api/service-types',
  summary: 'Create a service type',
  body: serviceTypeCreateSchema,
  answer: serviceTypeSchema,
  errors: ['plan_limit_reached', 'not_found'],
})

export const getServiceType = getOperation({
  ...read,
  id: 'getServiceType',
  path: '/api/service-types/{id}',
  summary: 'Retrieve a service type, archived ones too',
  answer: serviceTypeSchema,
})

export const updateServiceType = updateOperation({
  ...write,
  id: 'updateServiceType',
  path: '/api/service-types/{id}',
  summary: 'Update a service type; bookings that exist stay as they are',
  body: serviceTypeUpdateSchema,
  answer: serviceTypeSchema,
  errors: ['invalid_transition'],
})

export const replaceServiceType = defineOperation({
  ...updateServiceType,
  id: 'replaceServiceType',
  method: 'put',
  summary:
    'Replace a service type: settings that are left out get their defaults; bookings that exist stay as they are',
  body: serviceTypeCreateSchema,
})

export const deleteServiceType = deleteOperation({
  ...write,
  id: 'deleteServiceType',
  path: '/api/service-types/{id}',
  summary: 'Delete a service type; one that has bookings is archived',
})
