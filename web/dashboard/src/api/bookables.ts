import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from './client.ts'
import { listQuery } from './list-query.ts'

/** Service types and providers from the platform API, without archived ones unless the name says so. */
export const providersQuery = listQuery('/api/providers')

/** Archived providers, needed to show their past bookings. */
export const archivedProvidersQuery = listQuery('/api/providers', { params: { query: { archived: 'true' } } })

/** One booking. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: async () => (await api.get('/api/bookings/{id}', { params: { path: { id } } })).data,
  })

const SHOWN_OF_ALL = 20

/** The bookings of a customer on all dates, the latest first. */
export const customerQuery = (q: string) =>
  queryOptions({
    queryKey: ['bookings', 'of-customer', q],
    queryFn: async () => {
      const query = { q, order: 'desc', limit: SHOWN_OF_ALL } as const
      return (await api.get('/api/bookings', { params: { query } })).data.data
    },
  })

/** The dashboard address of a booking in the calendar. */
export const bookingPath = (id: string): string => `/bookings?booking=${encodeURIComponent(id)}`

export const serviceTypesQuery = listQuery('/api/service-types')

/** The dashboard address of a service type's settings. */
export const serviceTypePath = (id: string): string => `/service-types?open=${encodeURIComponent(id)}`

/** Reads and writes a service type for `saveOver`. */
export const serviceTypeCalls = (id: string) => ({
  read: () => api.get('/api/service-types/{id}', { params: { path: { id } } }),
  async write(body: Schemas['ServiceTypeUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    return (await api.patch('/api/service-types/{id}', { params, body })).data
  },
})

export const categoriesQuery = listQuery('/api/categories')
export const productsQuery = listQuery('/api/products')
