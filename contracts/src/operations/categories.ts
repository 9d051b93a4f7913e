import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { categoryCreateSchema, categorySchema, categoryUpdateSchema } from '../resources/catalog.ts'
import { byId, noBody, nothing } from './parts.ts'

const read = { tag: 'Catalogue', service: 'booking-platform', scope: 'catalog:read' } as const
const write = { ...read, scope: 'catalog:write' } as const

export const listCategories = defineOperation({
  ...read,
  id: 'listCategories',
  method: 'get',
  path: '/api/categories',
  summary: 'List the categories of the organisation, oldest first',
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    archived: z.enum(['true', 'false']).default('false').meta({ description: 'true: the archived ones' }),
  }),
  body: noBody,
  status: 200,
  answer: pageOf(categorySchema),
  errors: ['invalid_cursor'],
})

export const createCategory = defineOperation({
  ...write,
  id: 'createCategory',
  method: 'post',
  path: '/api/categories',
  summary: 'Create a category',
  params: nothing,
  query: nothing,
  body: categoryCreateSchema,
  status: 201,
  answer: categorySchema,
  headers: ['ETag'],
  errors: ['idempotency_mismatch'],
})

export const getCategory = defineOperation({
  ...read,
  id: 'getCategory',
  method: 'get',
  path: '/api/categories/{id}',
  summary: 'Retrieve a category, archived ones too',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: categorySchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateCategory = defineOperation({
  ...write,
  id: 'updateCategory',
  method: 'patch',
  path: '/api/categories/{id}',
  summary: 'Update a category',
  params: byId,
  query: nothing,
  body: categoryUpdateSchema,
  status: 200,
  answer: categorySchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed'],
})

export const deleteCategory = defineOperation({
  ...write,
  id: 'deleteCategory',
  method: 'delete',
  path: '/api/categories/{id}',
  summary: 'Archive a category: the catalogue does not show it any more',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed'],
})
