import { categoriesQuery, productsQuery } from '../../api/bookables.ts'
import { api, type Schemas } from '../../api/client.ts'

export type Category = Schemas['Category']
type Product = Schemas['Product']
export type Entry = Category | Product

export const isProduct = (entry: Entry): entry is Product => 'sku' in entry

type Path = { readonly path: { readonly id: string } }

const at = (id: string): Path => ({ path: { id } })

/** What is the same with categories and products but for the address. */
export const KINDS = {
  category: {
    query: categoriesQuery,
    create: (body: Schemas['CategoryCreate']) => api.post('/api/categories', { body }),
    update: (id: string, body: Schemas['CategoryUpdate']) =>
      api.patch('/api/categories/{id}', { params: at(id), body }),
    archive: (id: string) => api.delete('/api/categories/{id}', { params: at(id) }),
  },
  product: {
    query: productsQuery,
    create: (body: Schemas['ProductCreate']) => api.post('/api/products', { body }),
    update: (id: string, body: Schemas['ProductUpdate']) =>
      api.patch('/api/products/{id}', { params: at(id), body }),
    archive: (id: string) => api.delete('/api/products/{id}', { params: at(id) }),
  },
} as const

export type Kind = keyof typeof KINDS
