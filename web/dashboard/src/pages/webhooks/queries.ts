import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { usePagesOf } from '../../api/pages-of.ts'

const REFRESH_MS = 5_000

export const endpointsQuery = queryOptions({
  queryKey: ['webhook-endpoints'],
  queryFn: () => api.all('/v1/webhook-endpoints'),
})

/** One endpoint with its health, polled while shown. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhook-endpoints', id],
    refetchInterval: REFRESH_MS * 3,
    queryFn: async () => (await api.get('/v1/webhook-endpoints/{id}', { params: { path: { id } } })).data,
  })

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await api.get('/v1/event-types')).data.data,
})

export interface DeliveryFilter {
  readonly status?: Schemas['Delivery']['status']
  readonly event?: string
  readonly created_from?: string
  readonly created_to?: string
}

/** The deliveries of an endpoint, newest first, polled while shown. */
export const useDeliveries = (id: string, filter: DeliveryFilter) =>
  usePagesOf(
    ['webhook-endpoints', id, 'deliveries', filter],
    async (cursor) => {
      const params = { path: { id }, query: { ...filter, ...(cursor && { cursor }) } }
      return (await api.get('/v1/webhook-endpoints/{id}/deliveries', { params })).data
    },
    REFRESH_MS,
  )

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['deliveries', id],
    refetchInterval: REFRESH_MS,
    queryFn: async () => (await api.get('/v1/deliveries/{id}', { params: { path: { id } } })).data,
  })

/** Reloads all endpoints and deliveries on screen. */
export async function refreshWebhooks(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(endpointsQuery),
    queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  ])
}
