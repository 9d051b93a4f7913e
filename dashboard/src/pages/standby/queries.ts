import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'

export type Standby = Schemas['Standby']

/** Which standbys are shown. */
export interface Filters {
  readonly status: Standby['status']
  /** Empty: all. */
  readonly service_type_id: string
}

export const STANDBYS_KEY = ['standbys']

const REFRESH_MS = 20_000

const searchOf = ({ status, service_type_id }: Filters) => ({
  status,
  ...(service_type_id && { service_type_id }),
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
export const offeredQuery = (service_type_id: string) =>
  queryOptions({
    queryKey: [...STANDBYS_KEY, 'offered', service_type_id],
    queryFn: () =>
      api.all('/api/standbys', { params: { query: searchOf({ status: 'offered', service_type_id }) } }),
    refetchInterval: REFRESH_MS,
  })
