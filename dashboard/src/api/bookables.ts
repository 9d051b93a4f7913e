import { queryOptions } from '@tanstack/react-query'
import { allPages } from './all-pages.ts'
import { api } from './client.ts'

/** What is booked and with whom, as the platform API has it; archived ones are left out where they are not named. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: () =>
    allPages(async (page) => (await api.get('/api/providers', { params: { query: page } })).data),
})

/** Those whom nobody can book any more, for what was booked with them before. */
export const archivedProvidersQuery = queryOptions({
  queryKey: ['providers', 'archived'],
  queryFn: () =>
    allPages(
      async (page) =>
        (await api.get('/api/providers', { params: { query: { archived: 'true', ...page } } })).data,
    ),
})

/** One booking, for those who may read it. */
export const bookingQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking', id],
    queryFn: async () => (await api.get('/api/bookings/{id}', { params: { path: { id } } })).data,
  })

/** Where a booking is shown in the calendar. */
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
