import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { before, type Period } from './period.ts'

/** Queues read at most, so that a large organisation does not exhaust its rate limit. */
export const MAX_QUEUES = 20

/** The statistics of queues in a period, and in the one before. */
export const statisticsQuery = (queues: readonly Pick<Schemas['Queue'], 'id' | 'name'>[], period: Period) =>
  queryOptions({
    queryKey: ['statistics', queues.map(({ id }) => id), period],
    queryFn: () =>
      Promise.all(
        queues.map(async ({ id, name }) => {
          const [now, earlier] = await Promise.all([read(id, period), read(id, before(period))])
          return { name, now, earlier }
        }),
      ),
  })

const read = async (id: string, period: Period) =>
  (await api.get('/v1/queues/{id}/statistics', { params: { path: { id }, query: { ...period } } })).data

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

/** Maximum number of message pages read for the counts. */
const MAX_PARTS = 5

/** The newest messages of a period; there may be more. What the sandbox took was not sent. */
export const messagesQuery = (period: Period) =>
  queryOptions({
    queryKey: ['message-counts', period],
    async queryFn() {
      const all: Schemas['Notification'][] = []
      let cursor: string | undefined
      for (let part = 0; part < MAX_PARTS; part += 1) {
        const created = { created_from: period.from, created_to: period.to }
        const query = { ...created, sandbox: 'false', limit: 100, cursor } as const
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
