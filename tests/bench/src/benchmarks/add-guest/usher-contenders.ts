import { type CloudEvent, EVENTS_EXCHANGE } from '@usher/contracts'
import amqplib from 'amqplib'
import type { Bench } from '../../bench-context.ts'
import { isEmptyIn, openDatabase } from '../../database-store.ts'
import { inParallel } from '../../in-parallel.ts'
import { until, untilSteady } from '../../until.ts'
import type { Usher } from '../../usher.ts'
import type { Contender, Placed } from './contender.ts'

/**
 * Processes that do work after a guest is added: the event goes to the broker and its consumers, the request record to
 * accounts.
 */
const BEHIND = ['mongod', 'rabbitmq', 'webhook-delivery', 'notification', 'accounts']

const AT_ONCE = 32
const STEADY_MS = 300
const BACKLOG_MS = 120_000

/** Usher as clients reach it, and its queue service without the gateway. */
export async function usherContenders(
  bench: Bench,
  usher: Usher,
  cleanup: AsyncDisposableStack,
): Promise<{ gateway: Contender; direct: Contender }> {
  const { servers, signal } = bench
  const database = await openDatabase(servers.mongo.url, 'usher_queue', cleanup)
  const capture = await captureEvents(servers.rabbit.url, 'guest.added', cleanup)

  const isQuiet = async () =>
    (await isEmptyIn(database, 'outbox')) &&
    (await capture.backlog('webhook-delivery.events')) === 0 &&
    (await capture.backlog('notification.events')) === 0
  const outcome: Contender['outcome'] = async (queueIds) => {
    const guests = database.collection<{ _id: string; queue_id: string }>('guests')
    const ofQueues = { queue_id: { $in: [...queueIds] } }
    const wait = { what: 'the events are published and consumed', timeoutMs: BACKLOG_MS, signal }
    await untilSteady(() => guests.countDocuments(ofQueues), STEADY_MS, wait)
    await until(isQuiet, wait)
    const stored = await guests.find(ofQueues, { projection: { _id: 1 } }).toArray()
    const told = (await capture.take()).map(({ data }) => data as Placed)
    const events = told.filter(({ queue_id }) => queueIds.includes(queue_id))
    return { storedGuestIds: stored.map(({ _id }) => _id), events }
  }
  const newQueues: Contender['newQueues'] = (count) =>
    inParallel(Array.from({ length: count }), AT_ONCE, async (_, i) => {
      const { id } = await usher.call('POST', '/v1/queues', { name: `Queue ${i}` })
      return id as string
    })
  return {
    gateway: {
      name: 'Usher gateway + queue',
      origin: usher.url,
      headers: () => usher.clientHeaders,
      pids: () => usher.pids('gateway', 'queue', ...BEHIND),
      newQueues,
      outcome,
    },
    direct: {
      name: 'Usher queue',
      origin: usher.queueUrl,
      headers: usher.gatewayHeaders,
      pids: () => usher.pids('queue', ...BEHIND),
      newQueues,
      outcome,
    },
  }
}

/**
 * Lets the broker keep a copy of every event of a type in memory, to be read between measurements: a consumer would use
 * CPU, and so disturb them.
 */
async function captureEvents(rabbitUrl: string, type: string, cleanup: AsyncDisposableStack) {
  const connection = await amqplib.connect(rabbitUrl)
  cleanup.defer(() => connection.close())
  const channel = await connection.createChannel()
  await channel.assertExchange(EVENTS_EXCHANGE, 'topic', { durable: true })
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, type)
  /** Number of messages in a queue of the broker. */
  const backlog = async (name: string) => (await channel.checkQueue(name)).messageCount
  return {
    backlog,
    /** The events published since the last call, each once, however often it was delivered. */
    async take(): Promise<CloudEvent[]> {
      const expected = await backlog(queue)
      return expected === 0 ? [] : await takeSome(channel, queue, expected)
    },
  }
}

async function takeSome(channel: amqplib.Channel, queue: string, expected: number): Promise<CloudEvent[]> {
  const events = new Map<string, CloudEvent>()
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let received = 0
  const { consumerTag } = await channel.consume(
    queue,
    (message) => {
      if (!message) return
      const event = JSON.parse(message.content.toString()) as CloudEvent
      events.set(event.id, event)
      received += 1
      if (received === expected) resolve()
    },
    { noAck: true },
  )
  await all
  await channel.cancel(consumerTag)
  return [...events.values()]
}
