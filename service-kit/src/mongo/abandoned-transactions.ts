import type { Connection } from 'mongoose'
import type { Logger } from '../logger.ts'
import { type Poller, startPoller } from '../poller.ts'

const EVERY_MS = 1_000

/** No living process leaves a transaction alone for so long between two statements. */
const ABANDONED_MICROS = 2_000_000

interface IdleSession {
  readonly lsid: { readonly id: unknown }
}

/**
 * Ends transactions whose process died in the middle. The server would keep them, and the write conflicts
 * with them, for `transactionLifetimeLimitSeconds` (60 by default): a queue that was being written when its
 * process was killed could not be written for a minute. A user may see and end its own sessions without
 * further privileges (MongoDB manual: `$currentOp`, `killSessions`).
 */
export function startEndingAbandonedTransactions(connection: Connection, log: Logger): Poller {
  const admin = connection.getClient().db('admin')
  return startPoller('abandoned-transactions', EVERY_MS, log, async () => {
    const abandoned = await admin
      .aggregate<IdleSession>([
        { $currentOp: { allUsers: false, idleSessions: true } },
        { $match: { type: 'idleSession', 'transaction.timeInactiveMicros': { $gt: ABANDONED_MICROS } } },
        { $project: { lsid: 1 } },
      ])
      .toArray()
    if (abandoned.length === 0) return
    await admin.command({ killSessions: abandoned.map(({ lsid }) => ({ id: lsid.id })) })
    log.warn({ count: abandoned.length }, 'ended transactions that a dead process had left open')
  })
}
