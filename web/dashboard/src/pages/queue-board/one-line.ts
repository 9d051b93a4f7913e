import { queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from '../../api/client.ts'
import { REREAD_MS } from './queries.ts'

export type OneLine = Schemas['QueueLine']
export type LineEntry = Schemas['LineEntry']

/** The one line of a queue that expects bookings: who waits and who is expected. */
export const oneLineQuery = (id: string) =>
  queryOptions({
    queryKey: ['one-line', id],
    refetchInterval: REREAD_MS,
    queryFn: async (): Promise<OneLine> =>
      (await api.get('/v1/queues/{id}/line', { params: { path: { id } } })).data,
  })

/** Ids of the guests in a line, by turn. */
export const turnsOf = ({ data }: OneLine): string[] => data.flatMap(({ guest_id }) => guest_id ?? [])
