import { inParallel } from '../../in-parallel.ts'
import { type Client, CONCURRENCY } from '../client.ts'
import type { HotPath } from './hot-path.ts'
import { addGuest, createQueues } from './queues.ts'

const QUEUES = 10
const GUESTS_EACH = 50
/** Shares no factor with the number of guests, so that all of them are read. */
const STRIDE = 37

/** A guest with the current position. */
export const getGuest: HotPath = {
  name: 'get-guest',
  title: `get one of ${QUEUES * GUESTS_EACH} guests by id`,
  operations: 1_600,
  async prepare(client) {
    const queueIds = await createQueues(client, QUEUES)
    const guestIds = (await inParallel(queueIds, 1, (queueId) => fill(client, queueId))).flat()
    return async () => (index) =>
      client.send('GET', `/v1/guests/${guestIds[(index * STRIDE) % guestIds.length]}`)
  },
}

/** The first page of a line. */
export const listGuests: HotPath = {
  name: 'list-guests',
  title: `list the first 10 of ${GUESTS_EACH} guests of a queue`,
  operations: 600,
  async prepare(client) {
    const queueIds = await createQueues(client, QUEUES)
    await inParallel(queueIds, 1, (queueId) => fill(client, queueId))
    return async () => (index) => client.send('GET', `/v1/queues/${queueIds[index % QUEUES]}/guests?limit=10`)
  },
}

/** The gateway's own part of a forwarded request: only its process counts. */
export const gatewayAlone: HotPath = {
  name: 'gateway',
  title: 'get a queue, processor time of the gateway alone',
  operations: 1_600,
  processes: ['gateway'],
  async prepare(client) {
    const [queueId = ''] = await createQueues(client, 1)
    return async () => () => client.send('GET', `/v1/queues/${queueId}`)
  },
}

function fill(client: Client, queueId: string): Promise<string[]> {
  return inParallel(Array.from({ length: GUESTS_EACH }), CONCURRENCY, () => addGuest(client, queueId))
}
