type Samples = Readonly<Record<string, string>>

const ANY_QUEUE = 'QUEUE_ID'

const client = (origin: string): string => `import { createUsherClient } from '@usher/sdk'

const usher = createUsherClient({ baseUrl: '${origin}', apiKey: process.env.USHER_API_KEY ?? '' })
`

export const listQueues = (origin: string): Samples => ({
  curl: `curl ${origin}/v1/queues -H "authorization: Bearer $USHER_API_KEY"`,
  TypeScript: `${client(origin)}
const { data: page } = await usher.GET('/v1/queues')
for (const queue of page.data) console.log(queue.name, queue.waiting_count)`,
})

/** Adds a guest to one of the reader's queues, if there is one. */
export const addGuest = (origin: string, queueId = ANY_QUEUE): Samples => ({
  curl: `curl ${origin}/v1/queues/${queueId}/guests \\
  -H "authorization: Bearer $USHER_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"name":"Ada","party_size":2}'`,
  TypeScript: `${client(origin)}
const path = { id: '${queueId}' }
await usher.POST('/v1/queues/{id}/guests', { params: { path }, body: { name: 'Ada', party_size: 2 } })`,
})
