import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'

export type Connection = Schemas['CalendarConnection']

export const connectionsQuery = queryOptions({
  queryKey: ['calendar-connections'],
  queryFn: () => api.all('/api/google-calendar/connections'),
})

/** The calendars of a connected account, as Google has them now. */
export const calendarsQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendar-connections', id, 'calendars'],
    queryFn: async () =>
      (await api.get('/api/google-calendar/connections/{id}/calendars', { params: { path: { id } } })).data
        .data,
  })

/** Recent sync conflicts, newest first. */
export const useConflicts = (id: string) =>
  usePagesOf(['calendar-connections', id, 'conflicts'], async (cursor) => {
    const params = { path: { id }, query: partFrom(cursor) }
    return (await api.get('/api/google-calendar/connections/{id}/conflicts', { params })).data
  })

/** The bookings that a pause holds back. */
export const useHeldBookings = (id: string) =>
  usePagesOf(['calendar-connections', id, 'held-bookings'], async (cursor) => {
    const params = { path: { id }, query: partFrom(cursor) }
    return (await api.get('/api/google-calendar/connections/{id}/held-bookings', { params })).data
  })

/** Page size: each item needs its own request for the booking. */
const partFrom = (cursor: string | undefined) => ({ limit: 10, ...(cursor && { cursor }) })

/** The ETag of the shown connection, so that two people cannot resolve the same pause. */
export const versionQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendar-connections', id, 'version'],
    queryFn: async () => {
      const params = { path: { id } }
      const { response } = await api.get('/api/google-calendar/connections/{id}', { params })
      return response.headers.get('etag') ?? '*'
    },
  })

/** The address that starts connecting: it leads to Google and back here. */
export const connectUrl = (providerId: string): string =>
  `/api/google-calendar/auth?${new URLSearchParams({ provider_id: providerId, return_to: '/google-calendar' })}`
