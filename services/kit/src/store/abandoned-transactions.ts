import type { Connection, mongo } from 'mongoose'
import { systemClock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'
import { type Job, startDueJob } from '../work/job.ts'
import { repetitionsOf } from './transaction.ts'

const EVERY_MS = 1_000

/** How long to leave a transaction whose connection is gone, as its process may have another connection. */
const GONE_MICROS = 2_000_000
/** How long to leave one whose connection still stands: its process may be short of CPU, or its machine vanished. */
const SILENT_MICROS = 15_000_000

interface IdleTransaction {
  readonly lsid: { readonly id: unknown }
  /** The connection that last used it. */
  readonly connectionId: number
  readonly transaction: { readonly timeInactiveMicros: number }
}

/**
 * Aborts transactions whose process died midway. The server would keep them, and their write conflicts, for
 * `transactionLifetimeLimitSeconds` (60 by default): a queue being written when its process was killed could not be
 * written for a minute. A user may see and end its own sessions without further privileges (MongoDB manual:
 * `$currentOp`, `killSessions`).
 *
 * Looks when this process may be blocked: a command has held its connection for a second (an open change stream does, too),
 * or a transaction was retried. Then looks every second while a transaction is open; otherwise rarely.
 */
export function startEndingAbandonedTransactions(connection: Connection, log: Logger): Job {
  const client = connection.getClient()
  const admin = client.db('admin')
  const job = startDueJob('abandoned-transactions', { clock: systemClock, log }, async () =>
    (await endAbandoned(admin, log)) ? new Date(Date.now() + EVERY_MS) : undefined,
  )
  const watching = watchForBlocked(client, () => void job.run())
  return {
    run: job.run,
    async [Symbol.asyncDispose]() {
      watching[Symbol.dispose]()
      await job[Symbol.asyncDispose]()
    },
  }
}

type PoolEvent = Pick<mongo.ConnectionCheckedOutEvent, 'connectionId'>

/** Reports, at most once a second, that something of this process may be blocked. */
function watchForBlocked(client: mongo.MongoClient, onMayBeBlocked: () => void): Disposable {
  /** When each connection in use was taken, by its id and the monotonic clock. */
  const inUse = new Map<number | '<monitor>', number>()
  let repetitions = repetitionsOf(client)
  let planned: NodeJS.Timeout | undefined
  const check = () => {
    planned = undefined
    const before = repetitions
    repetitions = repetitionsOf(client)
    const [oldestStart = Number.POSITIVE_INFINITY] = inUse.values()
    if (repetitions > before || performance.now() - oldestStart >= EVERY_MS) onMayBeBlocked()
    if (inUse.size > 0) plan()
  }
  const plan = () => {
    planned ??= setTimeout(check, EVERY_MS).unref()
  }
  const taken = ({ connectionId }: PoolEvent) => {
    inUse.set(connectionId, performance.now())
    plan()
  }
  const returned = ({ connectionId }: PoolEvent) => void inUse.delete(connectionId)
  client.on('connectionCheckedOut', taken).on('connectionCheckedIn', returned)
  return {
    [Symbol.dispose]() {
      client.off('connectionCheckedOut', taken).off('connectionCheckedIn', returned)
      clearTimeout(planned)
    },
  }
}

/** Returns whether transactions are open, some of which may turn out to be abandoned. */
async function endAbandoned(admin: Admin, log: Logger): Promise<boolean> {
  const open = await admin
    .aggregate<IdleTransaction>([
      { $currentOp: { allUsers: false, idleSessions: true } },
      { $match: { type: 'idleSession', 'transaction.timeInactiveMicros': { $gte: 0 } } },
    ])
    .toArray()
  const idle = open.filter(({ transaction }) => transaction.timeInactiveMicros > GONE_MICROS)
  if (idle.length === 0) return open.length > 0
  const standing = await standingConnections(admin)
  const abandoned = idle.filter(
    ({ connectionId, transaction }) =>
      !standing.has(connectionId) || transaction.timeInactiveMicros > SILENT_MICROS,
  )
  if (abandoned.length > 0) {
    await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) })
    log.warn({ count: abandoned.length }, 'ended transactions that a dead process had left open')
  }
  return true
}

type Admin = ReturnType<ReturnType<Connection['getClient']>['db']>

/** Ids of this user's open connections; a process's connections end with it. */
async function standingConnections(admin: Admin): Promise<Set<number>> {
  const connections = await admin
    .aggregate<{ connectionId: number }>([
      { $currentOp: { allUsers: false, idleConnections: true, idleSessions: false } },
      { $match: { connectionId: { $exists: true } } },
      { $project: { connectionId: 1 } },
    ])
    .toArray()
  return new Set(connections.map(({ connectionId }) => connectionId))
}
