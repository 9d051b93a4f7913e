import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  serviceTypeCreateSchema,
  serviceTypeSchema,
  serviceTypeUpdateSchema,
} from '../resources/service-type.ts'
import { byId, noBody, nothing } from './parts.ts'

const read = { tag: 'Service types', service: 'booking-platform', scope: 'service-types:read' } as const
const write = { ...read, scope: 'service-types:write' } as const

export const listServiceTypes = defineOperation({
  ...read,
  id: 'listServiceTypes',
  method: 'get',
  path: '/api/service-types',
  summary: 'List service types, oldest first',
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    archived: z.enum(['true', 'false']).default('false').meta({ description: 'true: the archived ones' }),
  }),
  body: noBody,
  status: 200,
  answer: pageOf(serviceTypeSchema),
  errors: ['invalid_cursor'],
})

export const createServiceType = defineOperation({
  ...write,
  id: 'createServiceType',
  method: 'post',
  path: '/api/service-types',
  summary: 'Create a service type',
  params: nothing,
  query: nothing,
  body: serviceTypeCreateSchema,
  status: 201,
  answer: serviceTypeSchema,
  headers: ['ETag'],
  errors: ['not_found', 'idempotency_mismatch'],
})

export const getServiceType = defineOperation({
  ...read,
  id: 'getServiceType',
  method: 'get',
  path: '/api/service-types/{id}',
  summary: 'Retrieve a service type, archived ones too',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: serviceTypeSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateServiceType = defineOperation({
  ...write,
  id: 'updateServiceType',
  method: 'patch',
  path: '/api/service-types/{id}',
  summary: 'Update a service type; bookings that exist stay as they are',
  params: byId,
  query: nothing,
  body: serviceTypeUpdateSchema,
  status: 200,
  answer: serviceTypeSchema,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_transition', 'precondition_failed'],
})

export const replaceServiceType = defineOperation({
  ...updateServiceType,
  id: 'replaceServiceType',
  method: 'put',
  summary:
    'Replace a service type: settings that are left out get their defaults; bookings that exist stay as they are',
  body: serviceTypeCreateSchema,
})

export const deleteServiceType = defineOperation({
  ...write,
  id: 'deleteServiceType',
  method: 'delete',
  path: '/api/service-types/{id}',
  summary: 'Delete a service type; one that has bookings is archived',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed'],
})
