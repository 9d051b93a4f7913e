import { categoriesQuery, productsQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'

export type Category = Schemas['Category']
type Product = Schemas['Product']
export type Entry = Category | Product

export const isProduct = (entry: Entry): entry is Product => 'sku' in entry

const at = (id: string) => ({ path: { id } })

const over = (id: string, etag: string) => ({ path: { id }, header: { 'If-Match': etag } })

/** API calls for categories and products, which differ only in their path. */
export const KINDS = {
  category: {
    query: categoriesQuery,
    create: (body: Schemas['CategoryCreate']) => api.post('/api/categories', { body }),
    read: (id: string) => api.get('/api/categories/{id}', { params: at(id) }),
    update: (id: string, body: Schemas['CategoryUpdate'], etag = '*') =>
      api.patch('/api/categories/{id}', { params: over(id, etag), body }),
    archive: (id: string) => api.delete('/api/categories/{id}', { params: at(id) }),
  },
  product: {
    query: productsQuery,
    create: (body: Schemas['ProductCreate']) => api.post('/api/products', { body }),
    read: (id: string) => api.get('/api/products/{id}', { params: at(id) }),
    update: (id: string, body: Schemas['ProductUpdate'], etag = '*') =>
      api.patch('/api/products/{id}', { params: over(id, etag), body }),
    archive: (id: string) => api.delete('/api/products/{id}', { params: at(id) }),
  },
} as const

export type Kind = keyof typeof KINDS
