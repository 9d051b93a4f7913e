import { inParallel } from '../../in-parallel.ts'
import { type Client, CONCURRENCY } from '../client.ts'

interface Created {
  readonly id: string
}

/** Creates queues and returns their ids. */
export function createQueues(client: Client, count: number): Promise<string[]> {
  return inParallel(Array.from({ length: count }), CONCURRENCY, async (_, i) => {
    const { id } = await client.send<Created>('POST', '/v1/queues', { name: `Queue ${i}` })
    return id
  })
}

/** Adds a guest and returns the id. */
export async function addGuest(client: Client, queueId: string, more: object = {}): Promise<string> {
  const body = { name: 'Grace Hopper', party_size: 2, ...more }
  const { id } = await client.send<Created>('POST', `/v1/queues/${queueId}/guests`, body)
  return id
}
