const ANY_QUEUE = 'QUEUE_ID'

export const listQueuesExample = (origin: string): string =>
  `curl ${origin}/v1/queues -H "authorization: Bearer $USHER_API_KEY"`

/** Adds a guest to one of the reader's queues, if there is one. */
export const addGuestExample = (origin: string, queueId = ANY_QUEUE): string =>
  `curl ${origin}/v1/queues/${queueId}/guests \\
  -H "authorization: Bearer $USHER_API_KEY" \\
  -H 'content-type: application/json' \\
  -d '{"name":"Ada","party_size":2}'`

export const sdkExample = (origin: string, queueId = ANY_QUEUE): string =>
  `import { createUsherClient } from '@usher/sdk'

const usher = createUsherClient({ baseUrl: '${origin}', apiKey: process.env.USHER_API_KEY })

const path = { id: '${queueId}' }
await usher.POST('/v1/queues/{id}/guests', { params: { path }, body: { name: 'Ada', party_size: 2 } })`

export const WEBHOOK_RECEIVER = `import { createServer } from 'node:http'
import { webhookHandler } from '@usher/sdk'

const secrets = process.env.USHER_WEBHOOK_SECRETS.split(' ')

createServer(
  webhookHandler(secrets, async (event, { id }) => {
    // The same delivery may come again: what was handled under this id is done.
    console.log(id, event.event, event.data)
  }),
).listen(process.env.PORT)`
