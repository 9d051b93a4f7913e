import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { type Day, spanOf } from '../../ui/zone-time.ts'

export type Booking = Schemas['Booking']
export type Provider = Schemas['Provider']
export type ServiceType = Schemas['ServiceType']

/** Which bookings are shown. Empty text: all. */
export interface Filters {
  readonly service_type_id: string
  readonly provider_id: string
  readonly status: Booking['status'] | ''
}

const REFRESH_MS = 20_000

/** @param q part of what identifies the customers; empty: all */
export const bookingsQuery = (first: Day, last: Day, filters: Filters, q: string) => {
  const { service_type_id, provider_id, status } = filters
  const query = {
    ...spanOf(first, last),
    ...(service_type_id && { service_type_id }),
    ...(provider_id && { provider_id }),
    ...(status && { status }),
    ...(q && { q }),
  }
  return queryOptions({
    queryKey: ['bookings', query],
    queryFn: () => api.all('/api/bookings', { params: { query } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** A series with all of its bookings. */
export const seriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['booking-series', id],
    staleTime: 0,
    queryFn: async () => (await api.get('/api/booking-series/{id}', { params: { path: { id } } })).data,
  })

/** The free times of a service type on a local date. */
export const slotsQuery = (search: {
  readonly service_type_id: string
  readonly provider_id: string
  readonly day: Day
  readonly next: Day
  readonly timezone: string
  readonly duration?: number
}) => {
  const { provider_id, day, next, duration, ...rest } = search
  const query = {
    ...rest,
    from: day,
    to: next,
    seats: 1,
    ...(provider_id && { provider_id }),
    ...(duration !== undefined && { duration }),
  }
  return queryOptions({
    queryKey: ['availability', query],
    enabled: search.service_type_id !== '' && day !== '',
    staleTime: 0,
    queryFn: async () => (await api.get('/api/availability', { params: { query } })).data.data,
  })
}

/** The first free time of a service type from a local date on; null: there is none. */
export const firstFreeQuery = (search: {
  readonly service_type_id: string
  readonly provider_id: string
  readonly from: Day
  readonly timezone: string
}) =>
  queryOptions({
    queryKey: ['availability', 'first', search],
    staleTime: 0,
    async queryFn() {
      const { provider_id, ...rest } = search
      const query = { ...rest, ...(provider_id && { provider_id }) }
      // One request looks through some weeks.
      for (let from: string | null = search.from; from; ) {
        const params = { query: { ...query, from } }
        const found: Schemas['FirstAvailable'] = (await api.get('/api/availability/first', { params })).data
        if (found.data) return found.data
        from = found.next_from
      }
      return null
    },
  })
