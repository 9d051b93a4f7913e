import { randomUUID } from 'node:crypto'
import { atLeast, type Benchmark, below, type Outcome, times } from '../../bench.ts'
import type { Bench } from '../../bench-context.ts'
import { openDatabase } from '../../database-store.ts'
import { withDatabase } from '../../local.ts'
import { cpuRatio, failures, medianP99, ratio } from '../../measure/compare.ts'
import { interleave } from '../../measure/interleave.ts'
import { PEER_DATABASE, startPeer } from '../../peers/start-peers.ts'
import { untilSteady } from '../../until.ts'
import { startUsher } from '../../usher.ts'
import { addingTo, type Contender, type Placed } from './contender.ts'
import { usherContenders } from './usher-contenders.ts'

/** Adding guests: the response contains the position, and the event commits with the guest. */
export const addGuest: Benchmark = {
  name: 'add-guest',
  title: 'POST guest with its position and event, on one queue and on 100: against a transaction per request',
  run,
}

async function run(bench: Bench): Promise<Outcome> {
  await using cleanup = new AsyncDisposableStack()
  const usher = cleanup.use(await startUsher(bench))
  const { gateway, direct } = await usherContenders(bench, usher, cleanup)
  const peer = await transactionContender(bench, cleanup)
  const problems: string[] = []
  const adding = (contender: Contender, queues: number) => addingTo(bench, contender, queues, problems)
  const found = await interleave(bench, {
    gatewayHot: adding(gateway, 1),
    directHot: adding(direct, 1),
    peerHot: adding(peer, 1),
    gatewayMany: adding(gateway, 100),
    directMany: adding(direct, 100),
    peerMany: adding(peer, 100),
  })
  const { gatewayHot, directHot, peerHot, gatewayMany, directMany, peerMany } = found
  const series = Object.values(found)
  return {
    series,
    figures: [
      atLeast('requests/s on one queue, gateway + queue : transaction', ratio(gatewayHot, peerHot), 5),
      atLeast('requests/s on one queue, queue service : transaction', ratio(directHot, peerHot), 5),
      times('requests/s on 100 queues, gateway + queue : transaction', ratio(gatewayMany, peerMany)),
      times('requests/s on 100 queues, queue service : transaction', ratio(directMany, peerMany)),
      times('CPU per request on one queue, gateway + queue : transaction', cpuRatio(gatewayHot, peerHot)),
      times('CPU per request on 100 queues, gateway + queue : transaction', cpuRatio(gatewayMany, peerMany)),
      ...[gatewayHot, directHot, gatewayMany, directMany].map((one) =>
        below(`p99, ${one.subject}`, medianP99(one), 100),
      ),
    ],
    checks: [
      { what: 'every request was answered with 2xx', failures: failures(series) },
      { what: 'guests, events and positions agree: none lost, none twice', failures: problems },
    ],
  }
}

/** Longer than a transaction's pause before a retry (at most 500 ms in the driver). */
const STEADY_MS = 1_000
const BACKLOG_MS = 60_000

/** The plain server with one transaction per request. Its events stay in its outbox: it has no relay. */
async function transactionContender(bench: Bench, cleanup: AsyncDisposableStack): Promise<Contender> {
  const { mongo } = bench.servers
  const env = { MONGODB_URL: withDatabase(mongo.url, PEER_DATABASE) }
  const plain = await startPeer(bench, { name: 'express-transaction', env }, cleanup)
  const database = await openDatabase(mongo.url, PEER_DATABASE, cleanup)
  return {
    name: 'Express + mongoose transaction',
    origin: plain.url,
    headers: () => ({ 'content-type': 'application/json' }),
    pids: () => ({ ...plain.pids(), ...(mongo.pid && { mongod: mongo.pid }) }),
    async newQueues(count) {
      const queues = Array.from({ length: count }, () => ({ _id: randomUUID(), last_position: 0 }))
      await database.collection<{ _id: string; last_position: number }>('queues').insertMany(queues)
      return queues.map(({ _id }) => _id)
    },
    async outcome(queueIds) {
      const guests = database.collection<{ _id: string; queue_id: string }>('guests')
      const ofQueues = { queue_id: { $in: [...queueIds] } }
      const wait = { what: 'the last transactions have ended', timeoutMs: BACKLOG_MS, signal: bench.signal }
      await untilSteady(() => guests.countDocuments(ofQueues), STEADY_MS, wait)
      const stored = await guests.find(ofQueues, { projection: { _id: 1 } }).toArray()
      const events = database.collection<{ data: Placed }>('events')
      const told = await events.find({ 'data.queue_id': { $in: [...queueIds] } }).toArray()
      return { storedGuestIds: stored.map(({ _id }) => _id), events: told.map(({ data }) => data) }
    },
  }
}
