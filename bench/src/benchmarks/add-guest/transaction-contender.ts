import { randomUUID } from 'node:crypto'
import type { Bench } from '../../bench-context.ts'
import { openDatabase } from '../../database-store.ts'
import { withDatabase } from '../../local.ts'
import { PEER_DATABASE, startPeer } from '../../peers/start-peers.ts'
import { untilSteady } from '../../until.ts'
import type { Placed } from './check-run.ts'
import type { Contender } from './contender.ts'

/** Longer than a transaction's pause before a retry (at most 500 ms in the driver). */
const STEADY_MS = 1_000
const BACKLOG_MS = 60_000

/** The plain server with one transaction per request. Its events stay in its outbox: it has no relay. */
export async function transactionContender(bench: Bench, cleanup: AsyncDisposableStack): Promise<Contender> {
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
