import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
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

export const bookingsQuery = (first: Day, last: Day, filters: Filters) => {
  const { service_type_id, provider_id, status } = filters
  const query = {
    ...spanOf(first, last),
    ...(service_type_id && { service_type_id }),
    ...(provider_id && { provider_id }),
    ...(status && { status }),
  }
  return queryOptions({
    queryKey: ['bookings', query],
    queryFn: () =>
      allPages(
        async (page) => (await api.get('/api/bookings', { params: { query: { ...query, ...page } } })).data,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
}

/** Whether the name, the phone number or the e-mail address has a text in it. */
export function matchesCustomer(booking: Booking, text: string): boolean {
  const search = text.trim().toLowerCase()
  const { name, phone, email } = booking.customer
  const digits = search.replaceAll(/[\s()+-]/g, '')
  const isPhone = /^\d+$/.test(digits) && (phone ?? '').includes(digits)
  return search === '' || isPhone || [name, email].some((part) => part?.toLowerCase().includes(search))
}

export interface Move {
  readonly booking: Booking
  /** The new start. */
  readonly start: string
  readonly provider_id: string
}

/** Moves a booking optimistically, and moves it back if the API refuses. */
export function useMove(onRefused: (error: unknown, move: Move) => void, onDone?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ booking: { id }, start, provider_id }: Move) =>
      (await api.patch('/api/bookings/{id}', { params: { path: { id } }, body: { start, provider_id } }))
        .data,
    async onMutate({ booking, start, provider_id }) {
      await queryClient.cancelQueries({ queryKey: ['bookings'] })
      const before = queryClient.getQueriesData<readonly Booking[]>({ queryKey: ['bookings'] })
      const length = Date.parse(booking.end) - Date.parse(booking.start)
      const end = new Date(Date.parse(start) + length).toISOString()
      queryClient.setQueriesData<readonly Booking[]>({ queryKey: ['bookings'] }, (all) =>
        all?.map((one) => (one.id === booking.id ? { ...one, start, end, provider_id } : one)),
      )
      return { before }
    },
    onError(error, move, kept) {
      for (const [key, data] of kept?.before ?? []) queryClient.setQueryData(key, data)
      onRefused(error, move)
    },
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
}

/** The free times of a service type on a local date. */
export const slotsQuery = (search: {
  readonly service_type_id: string
  readonly provider_id: string
  readonly day: Day
  readonly next: Day
  readonly time_zone: string
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
