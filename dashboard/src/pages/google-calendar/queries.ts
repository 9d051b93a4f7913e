import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'

export type Connection = Schemas['CalendarConnection']

export const connectionsQuery = queryOptions({
  queryKey: ['calendar-connections'],
  queryFn: () =>
    allPages(
      async (page) => (await api.get('/api/google-calendar/connections', { params: { query: page } })).data,
    ),
})

/** The calendars of a connected account, as Google has them now. */
export const calendarsQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendar-connections', id, 'calendars'],
    queryFn: async () =>
      (await api.get('/api/google-calendar/connections/{id}/calendars', { params: { path: { id } } })).data
        .data,
  })

/** What was not the same on both sides lately, newest first. */
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

/** As many as are looked at together: each names a booking, which is read for itself. */
const partFrom = (cursor: string | undefined) => ({ limit: 10, ...(cursor && { cursor }) })

/** The ETag of a connection as it is shown: nobody judges what somebody else has judged already. */
export const versionQuery = (id: string) =>
  queryOptions({
    queryKey: ['calendar-connections', id, 'version'],
    queryFn: async () => {
      const params = { path: { id } }
      const { response } = await api.get('/api/google-calendar/connections/{id}', { params })
      return response.headers.get('etag') ?? '*'
    },
  })

/** Where connecting begins: Google's page, and from there back here. */
export const connectUrl = (providerId: string): string =>
  `/api/google-calendar/auth?${new URLSearchParams({ provider_id: providerId, return_to: '/google-calendar' })}`
