import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'

export type BookingPage = Schemas['BookingPageSettings']

export const bookingPageQuery = queryOptions({
  queryKey: ['booking-page'],
  queryFn: async () => (await api.get('/api/booking-page')).data,
})

/** Attempts of customers that limits refused. */
export const bookingPageRefusalsQuery = queryOptions({
  queryKey: ['booking-page', 'refusals'],
  queryFn: async () => (await api.get('/api/booking-page/refusals')).data.data,
})

/** Reads and writes the page for `useEditForm`; the cache gets the result. */
export const bookingPageCalls = (queryClient: QueryClient) => ({
  read: () => api.get('/api/booking-page'),
  async write(body: Schemas['BookingPageSettingsUpdate'], etag: string) {
    const { data } = await api.patch('/api/booking-page', { params: { header: { 'If-Match': etag } }, body })
    queryClient.setQueryData(bookingPageQuery.queryKey, data)
    return data
  },
})
