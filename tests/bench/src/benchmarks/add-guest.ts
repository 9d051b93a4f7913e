import { randomUUID } from 'node:crypto'
import { EVENTS_EXCHANGE } from '@usher/contracts'
import amqplib from 'amqplib'
import type { Connection } from 'mongoose'
import { atLeast, type Bench, type Benchmark, below, type Outcome, times } from '../bench.ts'
import { createQueues } from '../hot-paths.ts'
import { withDatabase } from '../local.ts'
import { createSender, type Headers } from '../measure/load.ts'
import { Measurement } from '../measure/operations.ts'
import {
  cpuRatio,
  failures,
  interleave,
  type Run,
  ratio,
  runUnderLoad,
  seriesTable,
} from '../measure/rounds.ts'
import { median } from '../measure/statistics.ts'
import { PEER_DATABASE, startPeer, startUsher } from '../usher.ts'

/** The processes that work for a guest of Usher: its event goes to the broker and its consumers. */
const USHER = ['gateway', 'queue', 'mongod', 'rabbitmq', 'webhook-delivery', 'notification', 'accounts']

/** Guests with different phones: practically no guest comes twice. */
const GUESTS = 20_000

/** Adding guests: the response contains the position, and the event commits with the guest. */
export const addGuest: Benchmark = {
  name: 'add-guest',
  title: 'POST guest with its position and event, on one queue and on 100: against a transaction per request',
  run,
}

interface Contender {
  readonly origin: string
  readonly headers: Headers
  readonly processes: readonly string[]
  readonly database: Connection
  newQueues(count: number): Promise<string[]>
  /** The events of added guests that are published, or in the outbox of the peer; some perhaps of earlier rounds. */
  events(): Promise<Placed[]>
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
    origin: usher.url,
    headers: usher.client.keyHeaders,
    processes: USHER,
    database: usher.mongo,
    newQueues: (count) => createQueues(usher.client, count),
    events: await captureEvents(bench, cleanup),
  }
  const peer = await transactionPeer(bench, usher.mongo, cleanup)
  const problems: string[] = []
  const measurement = new Measurement([usher], bench)
  await measurement.untilSettled()
  await measurement.measureIdle()
  /** The queues are new in each round, so that the first round meets the same lines as the last. */
  const adding = (contender: Contender, queues: number) => async () => {
    await using cleanup = new AsyncDisposableStack()
    const queueIds = await contender.newQueues(queues)
    const requests = Array.from({ length: GUESTS }, (_, i) => ({
      method: 'POST' as const,
      path: `/v1/queues/${queueIds[i % queues]}/guests`,
      headers: contender.headers,
      body: JSON.stringify({ name: 'Grace Hopper', phone: `+12125${550_100 + i}`, party_size: 2 }),
    }))
    const send = createSender(contender.origin, requests, cleanup)
    const bodies: Uint8Array[] = []
    const result = await runUnderLoad(bench, contender.processes, async (dueMs) => {
      const answer = await send(dueMs)
      if (answer.status < 300) bodies.push(answer.body)
      return answer
    })
    await measurement.untilSettled()
    const answers = bodies.map((body): Placed => JSON.parse(Buffer.from(body).toString()))
    problems.push(...(await problemsOf(contender, queueIds, answers)))
    return result
  }
  const series = await interleave(bench, {
    'Usher gateway + queue, one queue': adding(ours, 1),
    'Express + mongoose transaction, one queue': adding(peer, 1),
    'Usher gateway + queue, 100 queues': adding(ours, 100),
    'Express + mongoose transaction, 100 queues': adding(peer, 100),
  })
  const [oursOne = [], peerOne = [], oursMany = [], peerMany = []] = Object.values(series)
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

const p99 = (runs: readonly Run[]): number => median(runs.map(({ p99Ms }) => p99Ms))

/** The plain server with one transaction per request. Its events stay in its outbox: it has no relay. */
async function transactionPeer(
  bench: Bench,
  mongo: Connection,
  cleanup: AsyncDisposableStack,
): Promise<Contender> {
  const env = { MONGODB_URL: withDatabase((await bench.servers()).mongo.url, PEER_DATABASE) }
  const database = mongo.useDb(PEER_DATABASE)
  return {
    origin: await startPeer(bench, 'express-transaction', cleanup, env),
    headers: { 'content-type': 'application/json' },
    processes: ['express-transaction', 'mongod'],
    database,
    async newQueues(count) {
      const queues = Array.from({ length: count }, () => ({ _id: randomUUID(), last_position: 0 }))
      await database.collection<{ _id: string; last_position: number }>('queues').insertMany(queues)
      return queues.map(({ _id }) => _id)
    },
    async events() {
      const events = await database.collection<{ data: Placed }>('events').find().toArray()
      return events.map(({ data }) => data)
    },
  }
}

/**
 * Has the broker keep a copy of every event of an added guest in memory, to be read between measurements: a consumer
 * would use processor time during them.
 */
async function captureEvents(bench: Bench, cleanup: AsyncDisposableStack): Promise<Contender['events']> {
  const connection = await amqplib.connect((await bench.servers()).rabbit.url)
  cleanup.defer(() => connection.close())
  const channel = await connection.createChannel()
  const { queue } = await channel.assertQueue('', { exclusive: true })
  await channel.bindQueue(queue, EVENTS_EXCHANGE, 'guest.added')
  return async () => {
    // By id: a relay may publish an event twice.
    const events = new Map<string, Placed>()
    for (;;) {
      const message = await channel.get(queue, { noAck: true })
      if (!message) return [...events.values()]
      const { id, data } = JSON.parse(message.content.toString()) as { id: string; data: Placed }
      events.set(id, data)
    }
  }
}

/** Checks that nothing was lost, duplicated or given a wrong position; returns the problems in words. */
async function problemsOf(
  { database, events, processes: [name] }: Contender,
  queueIds: readonly string[],
  answers: readonly Placed[],
): Promise<string[]> {
  const ofQueues = { queue_id: { $in: [...queueIds] } }
  const guests = await database.collection<{ _id: string }>('guests').find(ofQueues).toArray()
  const stored = new Set(guests.map(({ _id }) => _id))
  const answered = new Map(answers.map(({ id, position }) => [id, position]))
  const published = (await events()).filter(({ queue_id }) => queueIds.includes(queue_id))
  const withEvent = new Set(published.map(({ id }) => id))
  const misplaced = [...Map.groupBy(published, ({ queue_id }) => queue_id).values()].filter((queue) => {
    const positions = new Set(queue.map(({ position }) => position))
    return positions.size < queue.length || Math.max(...positions) > queue.length
  })
  const counts = {
    'answered guests are not stored': answers.filter(({ id }) => !stored.has(id)).length,
    'answers name a guest that another names, too': answers.length - answered.size,
    'stored guests were not answered': [...stored].filter((id) => !answered.has(id)).length,
    'stored guests have no event': [...stored].filter((id) => !withEvent.has(id)).length,
    'events have another position than the answer': published.filter(
      ({ id, position }) => answered.get(id) !== position,
    ).length,
    'queues do not have each of the positions 1, 2, 3 … once': misplaced.length,
  }
  return Object.entries(counts).flatMap(([words, count]) =>
    count === 0 ? [] : [`${name}: ${count} ${words}`],
  )
}
