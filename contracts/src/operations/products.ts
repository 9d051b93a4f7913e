import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import { productCreateSchema, productSchema, productUpdateSchema } from '../resources/catalog.ts'
import { byId, noBody, nothing } from './parts.ts'

const read = { tag: 'Catalogue', service: 'booking-platform', scope: 'catalog:read' } as const
const write = { ...read, scope: 'catalog:write' } as const

export const listProducts = defineOperation({
  ...read,
  id: 'listProducts',
  method: 'get',
  path: '/api/products',
  summary: 'List the products of the organisation, oldest first',
  params: nothing,
  query: z.strictObject({
    ...pageQuery,
    archived: z.enum(['true', 'false']).default('false').meta({ description: 'true: the archived ones' }),
  }),
  body: noBody,
  status: 200,
  answer: pageOf(productSchema),
  errors: ['invalid_cursor'],
})

export const createProduct = defineOperation({
  ...write,
  id: 'createProduct',
  method: 'post',
  path: '/api/products',
  summary: 'Create a product',
  params: nothing,
  query: nothing,
  body: productCreateSchema,
  status: 201,
  answer: productSchema,
  headers: ['ETag'],
  errors: ['not_found', 'idempotency_mismatch'],
})

export const getProduct = defineOperation({
  ...read,
  id: 'getProduct',
  method: 'get',
  path: '/api/products/{id}',
  summary: 'Retrieve a product, archived ones too',
  params: byId,
  query: nothing,
  body: noBody,
  status: 200,
  answer: productSchema,
  headers: ['ETag'],
  errors: ['not_found'],
})

export const updateProduct = defineOperation({
  ...write,
  id: 'updateProduct',
  method: 'patch',
  path: '/api/products/{id}',
  summary: 'Update a product',
  params: byId,
  query: nothing,
  body: productUpdateSchema,
  status: 200,
  answer: productSchema,
  headers: ['ETag'],
  errors: ['not_found', 'precondition_failed'],
})

export const deleteProduct = defineOperation({
  ...write,
  id: 'deleteProduct',
  method: 'delete',
  path: '/api/products/{id}',
  summary: 'Archive a product: the catalogue does not show it any more',
  params: byId,
  query: nothing,
  body: noBody,
  status: 204,
  answer: null,
  errors: ['not_found', 'precondition_failed'],
})
