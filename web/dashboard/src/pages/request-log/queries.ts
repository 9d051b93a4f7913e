import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'
import type { RequestFilter } from './filter.ts'

export type LoggedRequest = Schemas['LoggedRequest']

const LIVE_MS = 3_000
const PAGE_SIZE = 50

const keyOf = (filter: RequestFilter) => ['request-log', filter] as const

/** The requests that match the filter, newest first; polled while live. */
export const useRequests = (filter: RequestFilter, isLive: boolean) =>
  usePagesOf(
    keyOf(filter),
    async (cursor) => {
      const query = { limit: PAGE_SIZE, ...filter, ...(cursor && { cursor }) }
      return (await api.get('/account/requests', { params: { query } })).data
    },
    isLive && LIVE_MS,
  )

/** Returns to the newest requests and reloads them at once. */
export function useBackToNewest(filter: RequestFilter): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    queryClient.setQueryData<InfiniteData<unknown>>(
      keyOf(filter),
      (read) => read && { pages: read.pages.slice(0, 1), pageParams: read.pageParams.slice(0, 1) },
    )
    await queryClient.refetchQueries({ queryKey: keyOf(filter) })
  }
}
