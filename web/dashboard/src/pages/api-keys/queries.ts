import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { listQuery } from '../../api/list-query.ts'

const WEEK_MS = 7 * 24 * 3_600_000
const REFRESH_MS = 5_000

export const apiKeysQuery = listQuery('/account/api-keys')

/** What a key was used for in the last seven days, by operation. */
export const keyUsageQuery = (actor: string) =>
  queryOptions({
    queryKey: ['usage', 'key', actor],
    refetchInterval: REFRESH_MS,
    queryFn: async () => {
      const from = new Date(Date.now() - WEEK_MS).toISOString()
      const query = { actor, from, interval: 'total', group_by: 'operation' } as const
      return (await api.get('/account/usage', { params: { query }, parseAs: 'json' }))
        .data as Schemas['Usage']
    },
  })
