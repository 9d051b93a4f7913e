import { queryOptions } from '@tanstack/react-query'
import { allPages } from '../../api/all-pages.ts'
import { api } from '../../api/client.ts'
import { leftSince } from './left.ts'
import type { Guest } from './line.ts'

const PAGE_SIZE = 100

const readGuests = (id: string, filter: { status?: string; created_from?: string }, signal: AbortSignal) =>
  allPages<Guest>(async (page) => {
    const params = { path: { id }, query: { ...filter, ...page } }
    return (await api.get('/v1/queues/{id}/guests', { params, signal })).data
  })

/** All guests in the line of a queue. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['line', id],
    queryFn: ({ signal }): Promise<readonly Guest[]> => readGuests(id, {}, signal),
  })

const LEFT_REREAD_MS = 15_000
const LONGEST_STAY_MS = 12 * 3_600_000

/** Who was seated, removed or did not show up today, last first. */
export const leftQuery = (id: string) =>
  queryOptions({
    queryKey: ['left', id],
    refetchInterval: LEFT_REREAD_MS,
    queryFn: async ({ signal }): Promise<readonly Guest[]> => {
      const midnight = new Date(new Date().setHours(0, 0, 0, 0))
      const created_from = new Date(midnight.getTime() - LONGEST_STAY_MS).toISOString()
      return leftSince(
        midnight,
        await readGuests(id, { status: 'seated,no_show,removed', created_from }, signal),
      )
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

/** No event of the queue tells of replies. */
const REPLIES_REREAD_MS = 5_000

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    refetchInterval: REPLIES_REREAD_MS,
    queryFn: async () => {
      const params = { path: { id }, query: { limit: PAGE_SIZE } }
      return (await api.get('/v1/guests/{id}/conversation', { params })).data.data
    },
  })
