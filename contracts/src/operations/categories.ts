import { categoryCreateSchema, categorySchema, categoryUpdateSchema } from '../resources/catalog.ts'
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

export const listCategories = listOperation({
  ...read,
  id: 'listCategories',
  path: '/api/categories',
  summary: 'List the categories of the organisation, oldest first',
  query: archivedQuery,
  item: categorySchema,
})

export const createCategory = createOperation({
  ...write,
  id: 'createCategory',
  path: '/api/categories',
  summary: 'Create a category',
  body: categoryCreateSchema,
  answer: categorySchema,
  errors: ['plan_limit_reached'],
})

export const getCategory = getOperation({
  ...read,
  id: 'getCategory',
  path: '/api/categories/{id}',
  summary: 'Retrieve a category, archived ones too',
  answer: categorySchema,
})

export const updateCategory = updateOperation({
  ...write,
  id: 'updateCategory',
  path: '/api/categories/{id}',
  summary: 'Update a category',
  body: categoryUpdateSchema,
  answer: categorySchema,
})

export const deleteCategory = deleteOperation({
  ...write,
  id: 'deleteCategory',
  path: '/api/categories/{id}',
  summary: 'Archive a category: the catalogue does not show it any more',
})
