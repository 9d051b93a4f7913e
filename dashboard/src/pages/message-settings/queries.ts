import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The message providers, in the order in which they are tried. */
export const providersQuery = queryOptions({
  queryKey: ['message-providers'],
  queryFn: async () =>
    (await api.get('/account/message-providers', { params: { query: { limit: 100 } } })).data.data.toSorted(
      (one, other) => one.priority - other.priority,
    ),
})
