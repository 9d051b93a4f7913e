import type { Connection } from 'mongoose'
import { systemClock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'
import { type Poller, startDuePoller } from '../work/poller.ts'

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
 * Looks a second after the process used the database, and every second while a transaction is open. Otherwise rarely:
 * without writes, nobody is blocked.
 */
export function startEndingAbandonedTransactions(connection: Connection, log: Logger): Poller {
  const client = connection.getClient()
  const admin = client.db('admin')
  let isLooking = false
  let planned: NodeJS.Timeout | undefined
  const poller = startDuePoller('abandoned-transactions', { clock: systemClock, log }, async () => {
    isLooking = true
    try {
      const areOpen = await endAbandoned(admin, log)
      return areOpen ? new Date(Date.now() + EVERY_MS) : undefined
    } finally {
      isLooking = false
    }
  })
  const onUse = () => {
    if (isLooking || planned) return
    planned = setTimeout(() => {
      planned = undefined
      void poller.poke()
    }, EVERY_MS)
  }
  client.on('connectionCheckedOut', onUse)
  return {
    poke: poller.poke,
    async [Symbol.asyncDispose]() {
      client.off('connectionCheckedOut', onUse)
      clearTimeout(planned)
      await poller[Symbol.asyncDispose]()
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
