import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import type { Period } from './period.ts'

export const statisticsQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['statistics', id, period],
    queryFn: async () =>
      (await api.get('/v1/queues/{id}/statistics', { params: { path: { id }, query: { ...period } } })).data,
  })

export const accuracyQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['accuracy', id, period],
    queryFn: async () =>
      (
        await api.get('/v1/queues/{id}/estimates/accuracy', {
          params: { path: { id }, query: { ...period, interval: 'day' } },
        })
      ).data,
  })

export const usageQuery = (period: Period, grouping: 'operation' | 'actor' | undefined) =>
  queryOptions({
    queryKey: ['usage', period, grouping],
    queryFn: async () => {
      const query = grouping
        ? { ...period, interval: 'total' as const, group_by: grouping }
        : { ...period, interval: 'day' as const }
      const { data } = await api.get('/account/usage', { params: { query } })
      return data as Schemas['Usage']
    },
  })

/** Maximum number of message pages read for the counts. */
const MAX_PARTS = 5

/** The newest messages of a period; there may be more. */
export const messagesQuery = (period: Period) =>
  queryOptions({
    queryKey: ['message-counts', period],
    async queryFn() {
      const all: Schemas['Notification'][] = []
      let cursor: string | undefined
      for (let part = 0; part < MAX_PARTS; part += 1) {
        const query = { created_from: period.from, created_to: period.to, limit: 100, cursor }
        const { data } = await api.get('/v1/notifications', { params: { query } })
        all.push(...data.data)
        cursor = data.next_cursor ?? undefined
        if (cursor === undefined) break
      }
      return { all, isCut: cursor !== undefined }
    },
  })

/** The endpoints; the first ones include their health. */
export const endpointsQuery = queryOptions({
  queryKey: ['webhook-health'],
  async queryFn() {
    const { data } = await api.get('/v1/webhook-endpoints', { params: { query: { limit: 20 } } })
    return Promise.all(
      data.data.map(
        async ({ id }) => (await api.get('/v1/webhook-endpoints/{id}', { params: { path: { id } } })).data,
      ),
    )
  },
})
