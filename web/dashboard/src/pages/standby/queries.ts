import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'

export type Standby = Schemas['Standby']

/** Which standbys are shown. */
export interface Filters {
  readonly status: Standby['status']
  /** Empty: all. */
  readonly service_type_id: string
  /** Part of what identifies the customer; empty: all. */
  readonly q: string
}

export const STANDBYS_KEY = ['standbys']

const REFRESH_MS = 20_000

const searchOf = ({ status, service_type_id, q }: Filters) => ({
  status,
  ...(service_type_id && { service_type_id }),
  ...(q.trim() && { q: q.trim() }),
})

/** Standbys in the order of joining, page by page. */
export const useStandbys = (filters: Filters) =>
  usePagesOf(
    [...STANDBYS_KEY, filters],
    async (cursor) =>
      (await api.get('/api/standbys', { params: { query: { ...searchOf(filters), cursor } } })).data,
    REFRESH_MS,
  )

/** Those to whom a time is offered now, for ten minutes: never many. */
export const offeredQuery = (filters: Filters) =>
  queryOptions({
    queryKey: [...STANDBYS_KEY, 'offered', filters],
    queryFn: () =>
      api.all('/api/standbys', { params: { query: searchOf({ ...filters, status: 'offered' }) } }),
    refetchInterval: REFRESH_MS,
  })
