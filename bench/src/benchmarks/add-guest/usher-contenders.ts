import type { Bench } from '../../bench-context.ts'
import { isEmptyIn, openDatabase } from '../../database-store.ts'
import { inParallel } from '../../in-parallel.ts'
import { until, untilSteady } from '../../until.ts'
import type { Usher } from '../../usher.ts'
import { captureEvents } from './capture-events.ts'
import type { Placed } from './check-run.ts'
import type { Contender } from './contender.ts'

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
