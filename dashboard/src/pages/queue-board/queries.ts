import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Guest } from './line.ts'

const PAGE_SIZE = 100

/** All guests in the line of a queue. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['line', id],
    queryFn: async ({ signal }): Promise<readonly Guest[]> => {
      const guests: Guest[] = []
      let cursor: string | null | undefined
      do {
        const query = { limit: PAGE_SIZE, ...(cursor && { cursor }) }
        const { data } = await api.get('/v1/queues/{id}/guests', { params: { path: { id }, query }, signal })
        guests.push(...data.data)
        cursor = data.next_cursor
      } while (cursor)
      return guests
    },
  })

/** How well the waits quoted in the last four weeks came true. */
export const accuracyQuery = (id: string) =>
  queryOptions({
    queryKey: ['accuracy', id],
    staleTime: 600_000,
    queryFn: async () => {
      const params = { path: { id }, query: { interval: 'total' as const } }
      return (await api.get('/v1/queues/{id}/estimates/accuracy', { params })).data.totals
    },
  })

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: PAGE_SIZE } }
      return (await api.get('/v1/guests/{id}/timeline', { params })).data.data
    },
  })

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: async () => {
      const params = { path: { id }, query: { limit: PAGE_SIZE } }
      return (await api.get('/v1/guests/{id}/conversation', { params })).data.data
    },
  })
