import { guestAdded } from '@usher/contracts'
import { type ProvidedRabbit, withDatabase } from '@usher/local'
import {
  type Broker,
  connectBroker,
  createLogger,
  EVENTS_EXCHANGE,
  newEvent,
  newId,
  outboxRecordsOf,
} from '@usher/service-kit'
import { apiClient, startReceiver, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import type { Replicated } from './replicated.ts'

/** How fast a prepared backlog was processed. */
export interface DrainResult {
  readonly perSecond: number
  /** Deliveries beyond one per event. */
  readonly doubled: number
}

/**
 * The throughput of one process is then limited by its hundred concurrent attempts (100 a second), not by the few CPUs
 * that all processes of a run share.
 */
const ANSWER_MS = 1_000
const DELIVERIES = 1_500
const TRANSACTIONS = 10_000
const ORGANIZATIONS = 100
/**
 * Delay of each packet to and from the broker while the outbox is relayed: the throughput of one process is then
 * limited by what it has in flight.
 */
const WAY_MS = 50
const DRAINED_WITHIN_MS = 300_000

/** Puts events on webhook-delivery's queue and lets all its replicas deliver them to one slow endpoint. */
export async function drainDeliveries(usher: Replicated): Promise<DrainResult> {
  const { plan, demo, rabbit } = usher
  await using receiver = await startReceiver(ANSWER_MS)
  const api = apiClient(plan.url, demo.second.api_key)
  const { body } = await api('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
  await using broker = await connectBroker(rabbit.url, createLogger('survival', 'silent'))
  const events = Array.from({ length: DELIVERIES }, () => aGuest(demo.second.organization_id))
  await publish(broker, '', 'webhook-delivery.events', events)
  const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  const isDone = () => receiver.received.length >= DELIVERIES && ids().size === DELIVERIES
  await until('all deliveries', isDone, DRAINED_WITHIN_MS)
  const times = receiver.received.map(({ at }) => at)
  await api('DELETE', `/v1/webhook-endpoints/${body.id}`)
  return drained(DELIVERIES, Math.max(...times) - Math.min(...times), receiver.received.length)
}

/**
 * Fills the queue service's outbox, slows the connection to the broker, and waits until the events are relayed to a
 * separate queue.
 */
export async function drainOutbox({ rabbit, mongoUrl, brokerWay }: Replicated): Promise<DrainResult> {
  await using cleanup = new AsyncDisposableStack()
  const broker = cleanup.use(await connectBroker(rabbit.url, createLogger('survival', 'silent')))
  const queue = await openQueue(broker)
  await letQueuePublish(rabbit)
  const connection = await mongoose.createConnection(withDatabase(mongoUrl, 'usher_queue')).asPromise()
  cleanup.defer(() => connection.close())
  const outbox = connection.collection<{ _id: string }>('outbox')
  const organizations = Array.from({ length: ORGANIZATIONS }, () => newId('organization'))
  const records = Array.from({ length: TRANSACTIONS }, (_, index) =>
    outboxRecordsOf([{ ...aGuest(organizations[index % ORGANIZATIONS] as string), type: RELAYED }]),
  ).flat()
  brokerWay.slow(WAY_MS)
  cleanup.defer(() => brokerWay.heal())
  const startedAt = Date.now()
  await outbox.insertMany(records)
  await until('an empty outbox', async () => (await outbox.findOne({})) === null, DRAINED_WITHIN_MS)
  return drained(TRANSACTIONS, Date.now() - startedAt, await queue.count())
}

/** No service subscribes to it, so that the relay is measured and not the consumers. */
const RELAYED = 'survival.relayed'

/** Otherwise a service may publish only the events that it produces. */
async function letQueuePublish({ urlFor, control }: ProvidedRabbit): Promise<void> {
  const { username } = new URL(urlFor('queue'))
  if (!control) throw new Error('this RabbitMQ cannot be controlled')
  await control('set_topic_permissions', username, EVENTS_EXCHANGE, '.*', '.*')
}

const drained = (count: number, ms: number, arrived: number): DrainResult => ({
  perSecond: count / (ms / 1000),
  doubled: arrived - count,
})

function aGuest(organizationId: string) {
  const id = newId('guest')
  const facts = { name: 'Ada', phone: null, party_size: 2, position: 1, estimated_wait: 0 }
  const data = { id, queue_id: newId('queue'), ...facts }
  const origin = { organizationId, actor: 'key_survival', requestId: newId('request') }
  return newEvent(guestAdded, { subject: id, sequence: 1, time: new Date(), origin, data })
}

async function publish(broker: Broker, exchange: string, key: string, events: readonly object[]) {
  await broker.onConnect(async (model) => {
    const channel = await model.createConfirmChannel()
    for (const event of events)
      channel.publish(exchange, key, Buffer.from(JSON.stringify(event)), { persistent: true })
    await channel.waitForConfirms()
    await channel.close()
  })
}

/** A durable queue bound to {@link RELAYED}, deleted when disposed of. */
async function openQueue(broker: Broker) {
  const opened = Promise.withResolvers<{ count(): Promise<number> }>()
  await broker.onConnect(async (model) => {
    const channel = await model.createChannel()
    const { queue } = await channel.assertQueue(RELAYED, {
      durable: true,
      arguments: { 'x-queue-type': 'quorum' },
    })
    await channel.bindQueue(queue, EVENTS_EXCHANGE, RELAYED)
    const count = async () => (await channel.deleteQueue(queue)).messageCount
    opened.resolve({ count })
  })
  return await opened.promise
}
