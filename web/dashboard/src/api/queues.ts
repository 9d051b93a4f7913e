import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Schemas } from './client.ts'
import { listQuery } from './list-query.ts'

/** The queues that the member may see, oldest first. */
export const queuesQuery = listQuery('/v1/queues')

/** One queue with its settings. */
export const queueQuery = (id: string) =>
  queryOptions({
    queryKey: ['queue', id],
    queryFn: async () => (await api.get('/v1/queues/{id}', { params: { path: { id } } })).data,
  })

/** Where the public pages of a queue are on this host. */
export function publicPagesOf({ join_url }: Pick<Schemas['Queue'], 'join_url'>) {
  const { pathname: join } = new URL(join_url)
  const slug = join.split('/').at(-1)
  return { join, poster: `/join/${slug}/poster`, display: `/display/${slug}` }
}

/** Reads and writes a queue for `useEditForm`; the cache gets the result. */
export const queueCalls = (queryClient: QueryClient, id: string) => ({
  read: () => api.get('/v1/queues/{id}', { params: { path: { id } } }),
  async write(body: Schemas['QueueUpdate'], etag: string) {
    const params = { path: { id }, header: { 'If-Match': etag } }
    const { data } = await api.patch('/v1/queues/{id}', { params, body })
    keepQueue(queryClient, data)
    return data
  },
})

/** Puts a queue from a response into the cache. */
export function keepQueue(queryClient: QueryClient, queue: Schemas['Queue']): void {
  queryClient.setQueryData(queueQuery(queue.id).queryKey, queue)
  void queryClient.invalidateQueries(queuesQuery)
}
