import { queryOptions } from '@tanstack/react-query'
import { api } from './client.ts'

/** The dashboard does not follow the organisation's events. */
const REREAD_MS = 15_000

/** Guests in the lines of all queues whose reply nobody of the staff has read, the latest reply first. */
export const unreadRepliesQuery = queryOptions({
  queryKey: ['unread-replies'],
  refetchInterval: REREAD_MS,
  async queryFn() {
    const query = { unread: 'true', status: 'waiting,notified' } as const
    const guests = await api.all('/v1/guests', { params: { query } })
    return guests.sort((a, b) => ((a.unread_reply_at ?? '') < (b.unread_reply_at ?? '') ? 1 : -1))
  },
})
