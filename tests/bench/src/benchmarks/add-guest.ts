import { randomUUID } from 'node:crypto'
import { EVENTS_EXCHANGE } from '@usher/contracts'
import amqplib from 'amqplib'
import type { Connection } from 'mongoose'
import { atLeast, type Bench, below, type LiveBenchmark, type Outcome, times } from '../bench.ts'
import type { Headers } from '../client.ts'
import { createQueues } from '../hot-paths.ts'
import { withDatabase } from '../local.ts'
import {
  cpuRatio,
  failures,
  interleave,
  ratio,
  runUnderLoad,
  type Series,
  type Subject,
  seriesTable,
} from '../measure/interleave.ts'
import { CONNECTIONS } from '../measure/load.ts'
import { measureIdle, untilSettled } from '../measure/operations.ts'
import { median } from '../measure/statistics.ts'
import { PEER_DATABASE, startPeer } from '../peers/start-peer.ts'
import { startUsher } from '../usher.ts'

/** The processes that work for a guest of Usher: its event goes to the broker and its consumers. */
const USHER = ['gateway', 'queue', 'mongod', 'rabbitmq', 'webhook-delivery', 'notification', 'accounts']

/** Guests with different phones: practically nobody comes twice. */
const GUESTS = 20_000
/** Both a warm-up and its measurement cut off their last requests. */
const MAX_CUT_OFF = 2 * CONNECTIONS

/** Adding guests: the response contains the position, and the event commits with the guest. */
export const addGuest: LiveBenchmark = {
  name: 'add-guest',
  title: 'POST guest with its position and event, on one queue and on 100: against a transaction per request',
  run,
}

/** A server that guests are added to. */
interface Contender {
  readonly name: string
  readonly origin: string
  readonly headers: Headers
  readonly processes: readonly string[]
  /** Its database, with a collection of guests. */
  readonly database: Connection
  /** Creates new queues and returns their ids. */
  newQueues(count: number): Promise<string[]>
  /** The events of added guests of these queues that are published, or in the outbox of the peer. */
  eventsOf(queueIds: readonly string[]): Promise<Placed[]>
}

/** A guest's position in a response or an event. */
interface Placed {
  readonly id: string
  readonly queue_id: string
  readonly position: number
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const usher = await startUsher(bench, cleanup)
  const ours: Contender = {
    name: 'Usher gateway + queue',
    origin: usher.url,
    headers: usher.client.keyHeaders,
    processes: USHER,
    database: usher.mongo,
    newQueues: (count) => createQueues(usher.client, count),
    eventsOf: await captureEvents(bench, cleanup),
  }
  const peer = await transactionPeer(bench, usher.mongo, cleanup)
  const problems: string[] = []
  const context = { sides: [usher], idle: [], ...bench }
  await untilSettled(context)
  await measureIdle(context)
  const adding = (contender: Contender, queues: number): Subject => ({
    name: `${contender.name}, ${queues === 1 ? 'one queue' : `${queues} queues`}`,
    async run() {
      const { measured, ...added } = await addGuests(bench, contender, queues)
      await untilSettled(context)
      problems.push(...(await problemsOf(contender, added)))
      return measured
    },
  })
  const { oursOne, peerOne, oursMany, peerMany } = await interleave(bench, {
    oursOne: adding(ours, 1),
    peerOne: adding(peer, 1),
    oursMany: adding(ours, 100),
    peerMany: adding(peer, 100),
  })
  const series = [oursOne, peerOne, oursMany, peerMany]
  return {
    tables: [seriesTable(series)],
    figures: [
      atLeast('requests/s on one queue, Usher : transaction', ratio(oursOne, peerOne), 5),
      times('requests/s on 100 queues, Usher : transaction', ratio(oursMany, peerMany)),
      times('CPU per request on one queue, Usher : transaction', cpuRatio(oursOne, peerOne)),
      times('CPU per request on 100 queues, Usher : transaction', cpuRatio(oursMany, peerMany)),
      below('p99 on one queue', p99(oursOne), 100),
      below('p99 on 100 queues', p99(oursMany), 100),
    ],
    checks: [
      { what: 'every request was answered with 2xx', failures: failures(series) },
      { what: 'guests and positions agree: none lost, none twice', failures: problems },
    ],
  }
}

const p99 = ({ runs }: Series): number => median(runs.map(({ p99Ms }) => p99Ms))

/** The plain server with one transaction per request. Its events stay in its outbox: it has no relay. */
async function transactionPeer(
  bench: Bench,
  mongo: Connection,
  cleanup: AsyncDisposableStack,
): Promise<Contender> {
  const env = { MONGODB_URL: withDatabase(bench.servers.mongo.url, PEER_DATABASE) }
  const database = mongo.useDb(PEER_DATABASE)
  return {
    name: 'Express + mongoose transaction',
    origin: await startPeer(bench, 'express-transaction', cleanup, env),
    headers: { 'content-type': 'application/json' },
    processes: ['express-transaction', 'mongod'],
    database,
    async newQueues(count) {
      const queues = Array.from({ length: count }, () => ({ _id: randomUUID(), last_position: 0 }))
      await database.collection<{ _id: string; last_position: number }>('queues').insertMany(queues)
      return queues.map(({ _id }) => _id)
    },
    async eventsOf(queueIds) {
      const events = database.collection<{ data: Placed }>('events')
      const found = await events.find({ 'data.queue_id': { $in: [...queueIds] } }).toArray()
      return found.map(({ data }) => data)
    },
  }
}

/**
 * Has the broker keep a copy of every event of an added guest in memory, to be read between measurements: a consumer
 * would use processor time during them.
 */
async function captureEvents(
  { servers }: Bench,
  cleanup: AsyncDisposableStack,
): Promise<Contender['eventsOf']> {
  const connection = await amqplib.connect(servers.rabbit.url)
  cleanup.defer(() => connection.close())
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'guest.added')
  return async (queueIds) => {
    // By id: a relay may publish an event twice.
    const events = new Map<string, Placed>()
    for (;;) {
      const message = await channel.get(queue, { noAck: true })
      if (!message) return [...events.values()].filter(({ queue_id }) => queueIds.includes(queue_id))
      const { id, data } = JSON.parse(message.content.toString()) as { id: string; data: Placed }
      events.set(id, data)
    }
  }
}

/** Adds guests to queues that are new in each round, so that the first round meets the same lines as the last. */
async function addGuests(bench: Bench, { origin, headers, processes, newQueues }: Contender, queues: number) {
  const queueIds = await newQueues(queues)
  const requests = Array.from({ length: GUESTS }, (_, i) => ({
    path: `/v1/queues/${queueIds[i % queues]}/guests`,
    headers,
    body: JSON.stringify({ name: 'Grace Hopper', phone: `+12125${550_100 + i}`, party_size: 2 }),
  }))
  const bodies: string[] = []
  const onAnswer = (body: string) => void bodies.push(body)
  const measured = await runUnderLoad(bench, processes, { origin, method: 'POST', requests, onAnswer })
  return { measured, queueIds, answers: bodies.map((body): Placed => JSON.parse(body)) }
}

/** Checks that nothing was lost, duplicated or given a wrong position; returns the problems in words. */
async function problemsOf(
  { name, database, eventsOf }: Contender,
  { queueIds, answers }: Pick<Awaited<ReturnType<typeof addGuests>>, 'queueIds' | 'answers'>,
): Promise<string[]> {
  const ofQueues = { queue_id: { $in: [...queueIds] } }
  const guests = await database.collection<{ _id: string }>('guests').find(ofQueues).toArray()
  const stored = new Set(guests.map(({ _id }) => _id))
  const answered = new Map(answers.map(({ id, position }) => [id, position]))
  const events = await eventsOf(queueIds)
  const withEvent = new Set(events.map(({ id }) => id))
  const unanswered = stored.size - answered.size
  const differing = events.filter(({ id, position }) => (answered.get(id) ?? position) !== position)
  const misplaced = [...Map.groupBy(events, ({ queue_id }) => queue_id).values()].filter((queue) => {
    const positions = new Set(queue.map(({ position }) => position))
    return positions.size < queue.length || Math.max(...positions) > queue.length
  })
  const counts: readonly (readonly [number, string])[] = [
    [answers.filter(({ id }) => !stored.has(id)).length, 'answered guests are not stored'],
    [answers.length - answered.size, 'answers name a guest that another names, too'],
    [unanswered > MAX_CUT_OFF ? unanswered : 0, 'stored guests were not answered'],
    [[...stored].filter((id) => !withEvent.has(id)).length, 'stored guests have no event'],
    [differing.length, 'events have another position than the answer'],
    [misplaced.length, 'queues do not have each of the positions 1, 2, 3 … once'],
  ]
  return counts.flatMap(([count, words]) => (count === 0 ? [] : [`${name}: ${count} ${words}`]))
}
