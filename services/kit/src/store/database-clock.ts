import type { Connection } from 'mongoose'
import type { Clock } from '../clock.ts'
import type { Logger } from '../observability/logger.ts'
import { startPeriodicJob } from '../work/job.ts'

/** A monotonic clock that drifts by 100 ppm is off by 6 ms after this time. */
const MEASURE_EVERY_MS = 60_000

/** Difference between the clocks before the time is corrected, in ms: far less than any planned time or claim. */
const TOLERANCE_MS = 100

export type DatabaseClock = Clock & AsyncDisposable

/**
 * The database's time, shared by all processes of a service whatever their own clocks say: a process whose clock is
 * off, or jumps, would take another's work for abandoned. Between two readings it follows the monotonic clock. A
 * reading is exact to half the time it took (F. Cristian, "Probabilistic clock synchronization", 1989, §2).
 */
export async function startDatabaseClock(connection: Connection, log: Logger): Promise<DatabaseClock> {
  let startedAt = Date.now() - performance.now()
  const now = () => startedAt + performance.now()
  const measure = async () => {
    const askedAt = performance.now()
    const time = await timeOf(connection)
    const uncertainMs = (performance.now() - askedAt) / 2
    const behindMs = time - (startedAt + askedAt + uncertainMs)
    if (Math.abs(behindMs) <= uncertainMs + TOLERANCE_MS) return
    startedAt += behindMs
    const processAheadMs = Math.round(Date.now() - now())
    log.info({ process_ahead_ms: processAheadMs }, "the time was set by the database's clock")
  }
  await measure()
  const job = startPeriodicJob('database-clock', MEASURE_EVERY_MS, log, measure)
  return {
    now: () => new Date(now()),
    [Symbol.asyncDispose]: () => job[Symbol.asyncDispose](),
  }
}

/** The primary's clock, in ms since 1970. */
async function timeOf({ db }: Connection): Promise<number> {
  if (!db) throw new Error('the database is not connected')
  const { localTime } = await db.command({ hello: 1 })
  return (localTime as Date).getTime()
}
