import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '@usher/service-kit/durations'
import { inParallel } from '@usher/test-kit'
import { type Client, CONCURRENCY } from './client.ts'
import { startReceiver } from './receiver.ts'

export type Operation = (index: number) => Promise<unknown>

/** Prepares a block of rounds, unmeasured, and returns their operation. The cleanup ends with the block. */
export type BeginBlock = (cleanup: AsyncDisposableStack) => Promise<Operation>

/** Something that Usher does often, and whose cost is measured. */
export interface HotPath {
  readonly name: string
  /** Operations per round, enough for about a second of CPU time. */
  readonly operations: number
  /** The processes that count; all by default. */
  readonly processes?: readonly string[]
  /** Prepares one side. @throws Error when the side does not have the path */
  prepare(client: Client, cleanup: AsyncDisposableStack): Promise<BeginBlock>
}

const OPERATIONS = 160
const MANY = 100
const QUEUES = 10
const GUESTS_EACH = 50
/** Shares no factor with the number of guests, so that all of them are read. */
const STRIDE = 37
const RANGES = 28
const RANGE_DAYS = 7

/** Each block of rounds uses a new queue, so that the first meets the same line as the last. */
const addingToOneQueue = (name: string, nextPhone: () => object): HotPath => ({
  name,
  operations: OPERATIONS,
  prepare: async (client) => async () => {
    const [queueId = ''] = await createQueues(client, 1)
    return () => addGuest(client, queueId, nextPhone())
  },
})

export const addToOneQueue = addingToOneQueue('add-one-queue', () => ({}))

/** With a phone, which is checked for duplicates in the line and may receive messages. */
const addWithPhone = addingToOneQueue('add-with-phone', phonesFrom(5_550_100))

/** On as many queues as a large venue has. */
const addToManyQueues: HotPath = {
  name: 'add-100-queues',
  operations: OPERATIONS,
  async prepare(client) {
    const queueIds = await createQueues(client, MANY)
    return async () => (index) => addGuest(client, queueIds[index % MANY] ?? '')
  },
}

export const getGuest: HotPath = {
  name: 'get-guest',
  operations: 1_600,
  async prepare(client) {
    const { guestIds } = await fillQueues(client)
    return async () => (index) =>
      client.send('GET', `/v1/guests/${guestIds[(index * STRIDE) % guestIds.length]}`)
  },
}

export const listGuests: HotPath = {
  name: 'list-guests',
  operations: 600,
  async prepare(client) {
    const { queueIds } = await fillQueues(client)
    return async () => (index) => client.send('GET', `/v1/queues/${queueIds[index % QUEUES]}/guests?limit=10`)
  },
}

/** The gateway's own part of a forwarded request: only its process counts. */
const gateway: HotPath = {
  name: 'gateway',
  operations: 1_600,
  processes: ['gateway'],
  async prepare(client) {
    const [queueId = ''] = await createQueues(client, 1)
    return async () => () => client.send('GET', `/v1/queues/${queueId}`)
  },
}

/** A week of free times of the demo's service type, starting on a day of the next four weeks. */
const availability: HotPath = {
  name: 'availability',
  operations: 500,
  async prepare(client) {
    const headers = await client.tokenHeaders()
    const types = await client.send<{ data: Created[] }>('GET', '/api/service-types', undefined, headers)
    const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    const pathOf = (index: number) =>
      availabilityPath(types.data[0]?.id ?? '', tomorrow + (index % RANGES) * DAY_MS, RANGE_DAYS)
    return async () => {
      // A token would not last for the whole run.
      const headers = await client.tokenHeaders()
      return (index) => client.send('GET', pathOf(index), undefined, headers)
    }
  },
}

/** From the request to the delivery, with one endpoint that exists only during this path's rounds. */
const webhook: HotPath = {
  name: 'webhook',
  operations: 120,
  async prepare(client, cleanup) {
    const subscribe = await createSubscriber(client, cleanup)
    return async (blockCleanup) => {
      const { queueId, arrival } = await subscribe(blockCleanup)
      return async () => arrival(await addGuest(client, queueId))
    }
  },
}

/** All that a venue's guest usually causes: a message on joining, one when called, and a webhook. */
export const wholeGuest: HotPath = {
  name: 'whole-guest',
  operations: 80,
  async prepare(client, cleanup) {
    const subscribe = await createSubscriber(client, cleanup)
    const nextPhone = phonesFrom(6_550_100)
    return async (blockCleanup) => {
      const { queueId, arrival } = await subscribe(blockCleanup)
      return async () => {
        const id = await addGuest(client, queueId, nextPhone())
        await client.send('POST', `/v1/guests/${id}/notify`, {})
        await arrival(id)
      }
    }
  },
}

export const HOT_PATHS: readonly HotPath[] = [
  addToOneQueue,
  addToManyQueues,
  addWithPhone,
  getGuest,
  listGuests,
  gateway,
  availability,
  webhook,
  wholeGuest,
]

export function availabilityPath(serviceTypeId: string, from: number, days: number): string {
  const range = { from: new Date(from).toISOString(), to: new Date(from + days * DAY_MS).toISOString() }
  return `/api/availability?${new URLSearchParams({ service_type_id: serviceTypeId, ...range })}`
}

interface Created {
  readonly id: string
}

export function createQueues(client: Client, count: number): Promise<string[]> {
  return inParallel(Array.from({ length: count }), CONCURRENCY, async (_, i) => {
    const { id } = await client.send<Created>('POST', '/v1/queues', { name: `Queue ${i}` })
    return id
  })
}

async function addGuest(client: Client, queueId: string, phone: object = {}): Promise<string> {
  const body = { name: 'Grace Hopper', party_size: 2, ...phone }
  const { id } = await client.send<Created>('POST', `/v1/queues/${queueId}/guests`, body)
  return id
}

async function fillQueues(client: Client) {
  const queueIds = await createQueues(client, QUEUES)
  const places = queueIds.flatMap((queueId) => Array.from({ length: GUESTS_EACH }, () => queueId))
  return { queueIds, guestIds: await inParallel(places, CONCURRENCY, (queueId) => addGuest(client, queueId)) }
}

/** A phone of each further guest, by the last seven digits of the first. */
function phonesFrom(first: number): () => object {
  let next = first
  return () => ({ phone: `+1212${next++}` })
}

const LAST_ARRIVAL_MS = 30_000
const PROBE_MS = 250
const MAX_PROBES = 40

/** Returns a function that creates a queue, and an endpoint for its guests that exists only during a block. */
async function createSubscriber(client: Client, cleanup: AsyncDisposableStack) {
  const guests = new Map<string, PromiseWithResolvers<void>>()
  const arrivalOf = (guestId: string) => {
    const arrival = guests.get(guestId) ?? Promise.withResolvers<void>()
    guests.set(guestId, arrival)
    return arrival
  }
  const note = (body: Buffer) =>
    arrivalOf((JSON.parse(body.toString()) as { data: Created }).data.id).resolve()
  const receiver = cleanup.use(await startReceiver(note))
  const hasArrived = (guestId: string, withinMs: number) =>
    Promise.race([arrivalOf(guestId).promise.then(() => true), delay(withinMs, false, { ref: false })])
  /** A service may take a moment to learn of a new endpoint. */
  const untilServed = async (queueId: string) => {
    for (let probes = 0; probes < MAX_PROBES; probes += 1)
      if (await hasArrived(await addGuest(client, queueId), PROBE_MS)) return
    throw new Error('no webhook came')
  }
  return async (blockCleanup: AsyncDisposableStack) => {
    const [queueId = ''] = await createQueues(client, 1)
    const subscription = { url: receiver.url, event_types: ['guest.added'] }
    const { id } = await client.send<Created>('POST', '/v1/webhook-endpoints', subscription)
    blockCleanup.defer(() => client.send('DELETE', `/v1/webhook-endpoints/${id}`))
    await untilServed(queueId)
    const arrival = async (guestId: string) => {
      if (!(await hasArrived(guestId, LAST_ARRIVAL_MS))) throw new Error(`no webhook of ${guestId} came`)
    }
    return { queueId, arrival }
  }
}
