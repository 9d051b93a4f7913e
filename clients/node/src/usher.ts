import { createUsherClient, type UsherClient, type UsherClientOptions } from './client/create-usher-client.ts'
import { Resources } from './generated-methods/resources.ts'

/**
 * The Usher API as methods: `usher.queues.guests.add(queueId, { name: 'Ada' })`. Ids come first, then the body or the
 * query, then options of the request.
 *
 * Methods throw `UsherError` for an error response, `UsherTimeoutError` if there is none in time, and what fetch throws if
 * the connection fails. Lists go through all pages with `for await`. POSTs get an Idempotency-Key, and what is safe to
 * repeat is retried, as `createUsherClient` says.
 */
export class Usher extends Resources {
  /** Calls by method and path, for what the resources do not have. */
  readonly client: UsherClient

  constructor(options: UsherClientOptions) {
    const client = createUsherClient(options)
    super(client)
    this.client = client
  }
}
