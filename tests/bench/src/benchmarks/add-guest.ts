import { randomUUID } from 'node:crypto'
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
import { untilSettled } from '../measure/operations.ts'
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
  }
  const peer = await transactionPeer(bench, usher.mongo, cleanup)
  const problems: string[] = []
  const adding = (contender: Contender, queues: number): Subject => ({
    name: `${contender.name}, ${queues === 1 ? 'one queue' : `${queues} queues`}`,
    async run() {
      const { measured, found } = await addGuests(bench, contender, queues)
      await untilSettled(usher, bench.signal)
      problems.push(...(await problemsOf(contender, found)))
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
  }
}

/** What the responses of a run said. */
interface Found {
  readonly queueIds: readonly string[]
  readonly answers: { readonly id: string; readonly queue_id: string; readonly position: number }[]
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
  return { measured, found: { queueIds, answers: bodies.map((body) => JSON.parse(body)) } satisfies Found }
}

/** Checks that nothing was lost, duplicated or given a wrong position; returns the problems in words. */
async function problemsOf({ name, database }: Contender, { queueIds, answers }: Found): Promise<string[]> {
  const guests = database.collection<{ _id: string; queue_id: string }>('guests')
  const stored = await guests
    .find({ queue_id: { $in: [...queueIds] } }, { projection: { queue_id: 1 } })
    .toArray()
  const storedIds = new Set(stored.map(({ _id }) => _id))
  const lengths = Map.groupBy(stored, ({ queue_id }) => queue_id)
  const lost = answers.filter(({ id }) => !storedIds.has(id)).length
  const unanswered = storedIds.size - new Set(answers.map(({ id }) => id)).size
  const places = new Set(answers.map(({ queue_id, position }) => `${queue_id} ${position}`))
  const beyond = answers.filter(({ queue_id, position }) => position > (lengths.get(queue_id)?.length ?? 0))
  return [
    ...problem(lost, `${name}: answered guests are not stored`),
    ...problem(unanswered > MAX_CUT_OFF ? unanswered : 0, `${name}: stored guests were not answered`),
    ...problem(answers.length - places.size, `${name}: positions were given twice`),
    ...problem(beyond.length, `${name}: positions are greater than the line is long`),
  ]
}

const problem = (count: number, words: string): string[] => (count === 0 ? [] : [`${words} (${count})`])
