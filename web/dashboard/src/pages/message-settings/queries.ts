import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The channels whose messages go to the sandbox. Refetched by each page: a provider may have been connected meanwhile. */
export const sandboxQuery = queryOptions({
  queryKey: ['sandbox-channels'],
  staleTime: 0,
  queryFn: async () => (await api.get('/v1/notifications/settings')).data.sandbox_channels,
})

/** The message providers, in the order in which they are tried. */
export const providersQuery = queryOptions({
  queryKey: ['message-providers'],
  queryFn: async () =>
    (await api.get('/account/message-providers', { params: { query: { limit: 100 } } })).data.data.toSorted(
      (one, other) => one.priority - other.priority,
    ),
})
