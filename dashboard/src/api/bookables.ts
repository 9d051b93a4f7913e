import { queryOptions } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { api } from './client.ts'

/** Service types and providers from the platform API, without archived ones unless the name says so. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () =>
    allPages(async (page) => (await api.get('/api/providers', { params: { query: page } })).data),
})

/** Archived providers, needed to show their past bookings. */
export const archivedProvidersQuery = queryOptions({
  queryKey: ['providers', 'archived'],
  queryFn: () =>
    allPages(
      async (page) =>
        (await api.get('/api/providers', { params: { query: { archived: 'true', ...page } } })).data,
    ),
})

/** One booking. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: async () => (await api.get('/api/bookings/{id}', { params: { path: { id } } })).data,
  })

/** The dashboard address of a booking in the calendar. */
export const bookingPath = (id: string): string => `/bookings?booking=${encodeURIComponent(id)}`

export const serviceTypesQuery = queryOptions({
  queryKey: ['service-types'],
  queryFn: () =>
    allPages(async (page) => (await api.get('/api/service-types', { params: { query: page } })).data),
})

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: () =>
    allPages(async (page) => (await api.get('/api/categories', { params: { query: page } })).data),
})

export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => allPages(async (page) => (await api.get('/api/products', { params: { query: page } })).data),
})
