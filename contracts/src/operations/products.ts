import { productCreateSchema, productSchema, productUpdateSchema } from '../resources/catalog.ts'
import { archivedQuery } from './parts.ts'
import {
  createOperation,
  deleteOperation,
  getOperation,
  listOperation,
  updateOperation,
} from './resource-operations.ts'

const read = { tag: 'Catalogue', service: 'booking-platform', scope: 'catalog:read' } as const
const write = { ...read, scope: 'catalog:write' } as const

export const listProducts = listOperation({
  ...read,
  id: 'listProducts',
  path: '/api/products',
  summary: 'List the products of the organisation, oldest first',
  query: archivedQuery,
  item: productSchema,
})

export const createProduct = createOperation({
  ...write,
  id: 'createProduct',
  path: '/api/products',
  summary: 'Create a product',
  body: productCreateSchema,
  answer: productSchema,
  errors: ['plan_limit_reached', 'not_found'],
})

export const getProduct = getOperation({
  ...read,
  id: 'getProduct',
  path: '/api/products/{id}',
  summary: 'Retrieve a product, archived ones too',
  answer: productSchema,
})

export const updateProduct = updateOperation({
  ...write,
  id: 'updateProduct',
  path: '/api/products/{id}',
  summary: 'Update a product',
  body: productUpdateSchema,
  answer: productSchema,
})

export const deleteProduct = deleteOperation({
  ...write,
  id: 'deleteProduct',
  path: '/api/products/{id}',
  summary: 'Archive a product: the catalogue does not show it any more',
})
