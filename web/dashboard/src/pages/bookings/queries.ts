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
