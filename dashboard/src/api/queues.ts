import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from './client.ts'

/** The queues open to who is signed in, oldest first: the first hundred. */
export const queuesQuery = queryOptions({
  queryKey: ['queues'],
  queryFn: async () => (await api.get('/v1/queues', { params: { query: { limit: 100 } } })).data.data,
})

/** One queue with its settings. */
export const queueQuery = (id: string) =>
  queryOptions({
    queryKey: ['queue', id],
    queryFn: async () => (await api.get('/v1/queues/{id}', { params: { path: { id } } })).data,
  })

/** How forms change settings of a queue over what it is now; what came of it is shown wherever the queue is. */
export const queueCalls = (queryClient: QueryClient, id: string) => ({
  read: () => api.get('/v1/queues/{id}', { params: { path: { id } } }),
  async write(body: Schemas['QueueUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    const { data } = await api.patch('/v1/queues/{id}', { params, body })
    keepQueue(queryClient, data)
    return data
  },
})

/** Shows a queue as an answer has it. */
export function keepQueue(queryClient: QueryClient, queue: Schemas['Queue']): void {
  queryClient.setQueryData(queueQuery(queue.id).queryKey, queue)
  void queryClient.invalidateQueries(queuesQuery)
}
