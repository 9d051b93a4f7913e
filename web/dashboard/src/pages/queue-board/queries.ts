import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { LeftGuest } from './left.ts'
import type { Guest } from './line.ts'

const PAGE_SIZE = 100

interface Filter {
  readonly status?: string
  readonly created_from?: string
  readonly q?: string
  readonly cursor?: string
}

const readGuests = (id: string, filter: Filter, signal: AbortSignal) =>
  api.all('/v1/queues/{id}/guests', { params: { path: { id }, query: filter }, signal })

/** The version of the line as of which all of it was read, or a later one. */
export const lineVersionKey = (id: string) => ['line-version', id] as const

/** Time changes waits and turns, too: the board reads them this often if no event makes it do so earlier. */
export const REREAD_MS = 30_000

/** All guests in the line of a queue. */
export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: ['line', id],
    refetchInterval: REREAD_MS,
    queryFn: async ({ signal, client }): Promise<readonly Guest[]> => {
      const params = { path: { id }, query: { limit: PAGE_SIZE } }
      const { data: first } = await api.get('/v1/queues/{id}/guests', { params, signal })
      const cursor = first.next_cursor
      const rest = cursor === null ? [] : await readGuests(id, { cursor }, signal)
      // The first page is the oldest. Of a line that changes all the time its version is not known.
      client.setQueryData(lineVersionKey(id), first.line_version ?? Number.NEGATIVE_INFINITY)
      return [...first.data, ...rest]
    },
  })

/** A day may have thousands of guests. */
const LEFT_REREAD_MS = 60_000
const MAX_STAY_MS = 12 * 3_600_000

/** Who was seated, left or did not show up today in the zone, last first; only those that a search finds, if one is given. */
export const leftQuery = (id: string, zone: string, q = '') =>
  queryOptions({
    queryKey: ['left', id, zone, q],
    refetchInterval: LEFT_REREAD_MS,
    queryFn: async ({ signal }): Promise<readonly LeftGuest[]> => {
      // Not among what the board loads first.
      const { leftSince, startOfList } = await import('./left.ts')
      const since = startOfList(new Date(), zone)
      const created_from = new Date(since.getTime() - MAX_STAY_MS).toISOString()
      const filter = { status: 'seated,no_show,removed', created_from, ...(q && { q }) }
      return leftSince(since, await readGuests(id, filter, signal))
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

/** One guest, in line or not. */
export const guestQuery = (id: string) =>
  queryOptions({
    queryKey: ['guest', id],
    queryFn: async () => (await api.get('/v1/guests/{id}', { params: { path: { id } } })).data,
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
    queryFn: () => api.all('/v1/guests/{id}/conversation', { params: { path: { id } } }),
  })

/** Addresses of a guest to which no messages are sent. */
export const optOutsQuery = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: ['opt-outs-of', ...addresses],
    refetchInterval: REPLIES_REREAD_MS,
    queryFn: async () => {
      const found = await Promise.all(
        addresses.map((address) => api.get('/v1/notifications/opt-outs', { params: { query: { address } } })),
      )
      return found.flatMap(({ data }) => data.data)
    },
  })
