import { DAY_MS } from '@usher/service-kit/durations'
import { inParallel } from '../in-parallel.ts'
import { type Client, CONCURRENCY } from './client.ts'

/** One operation of a round, by its number in the round. */
export type Operation = (index: number) => Promise<unknown>

/**
 * Prepares a block of rounds, unmeasured, and returns their operation.
 *
 * @param cleanup disposed of after the block
 */
export type BeginBlock = (cleanup: AsyncDisposableStack) => Promise<Operation>

/** Something that Usher does often, and whose cost is compared. */
export interface HotPath {
  readonly name: string
  /** What one operation is, in one line. */
  readonly title: string
  /** Operations per round: the same on both sides, enough for about a second of CPU time. */
  readonly operations: number
  /** The processes that count; all of the side by default. */
  readonly processes?: readonly string[]
  /**
   * Prepares one side.
   *
   * @param cleanup disposed of at the end of the run
   * @throws Error when the side does not have the path
   */
  prepare(client: Client, cleanup: AsyncDisposableStack): Promise<BeginBlock>
}

/** The path without operations: a second of the whole stack when idle. */
export const IDLE = 'idle'

const OPERATIONS = 160
const MANY = 100
const FIRST_PHONE = 5_550_100

/** Each block of rounds uses a new queue, so that the first meets the same line as the last. */
export const addToOneQueue: HotPath = {
  name: 'add-one-queue',
  title: 'add a guest without a phone, all on one queue',
  operations: OPERATIONS,
  prepare: async (client) => async () => {
    const [queueId = ''] = await createQueues(client, 1)
    return () => addGuest(client, queueId)
  },
}

/** The same, on as many queues as a large venue has. */
export const addToManyQueues: HotPath = {
  name: 'add-100-queues',
  title: `add a guest without a phone, on ${MANY} queues in turn`,
  operations: OPERATIONS,
  async prepare(client) {
    const queueIds = await createQueues(client, MANY)
    return async () => (index) => addGuest(client, queueIds[index % MANY] ?? '')
  },
}

/** With a phone, which is checked for duplicates in the line and may receive messages. */
export const addWithPhone: HotPath = {
  name: 'add-with-phone',
  title: 'add a guest with a phone that nobody else has, all on one queue',
  operations: OPERATIONS,
  prepare: async (client) => {
    let phone = FIRST_PHONE
    return async () => {
      const [queueId = ''] = await createQueues(client, 1)
      return () => {
        phone += 1
        return addGuest(client, queueId, { phone: `+1212${phone}` })
      }
    }
  },
}

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

const RANGES = 28
const RANGE_DAYS = 7

/** A week of free times of the demo's service type, starting on a day of the next four weeks. */
export const availability: HotPath = {
  name: 'availability',
  title: `find free times of ${RANGE_DAYS} days, of two providers`,
  operations: 500,
  async prepare(client) {
    const { data } = await client.send<{ data: { id: string }[] }>(
      'GET',
      '/api/service-types',
      undefined,
      await client.tokenHeaders(),
    )
    const tomorrow = Math.ceil(Date.now() / DAY_MS) * DAY_MS
    const paths = Array.from({ length: RANGES }, (_, day) => {
      const from = tomorrow + day * DAY_MS
      const range = { from: isoTime(from), to: isoTime(from + RANGE_DAYS * DAY_MS) }
      return `/api/availability?${new URLSearchParams({ service_type_id: data[0]?.id ?? '', ...range })}`
    })
    return async () => {
      // A token would not last for the whole run.
      const headers = await client.tokenHeaders()
      return (index) => client.send('GET', paths[index % RANGES] ?? '', undefined, headers)
    }
  },
}

const isoTime = (time: number) => new Date(time).toISOString()

function fill(client: Client, queueId: string): Promise<string[]> {
  return inParallel(Array.from({ length: GUESTS_EACH }), CONCURRENCY, () => addGuest(client, queueId))
}

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
