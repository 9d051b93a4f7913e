import { DEFAULT_RETENTION_DAYS, type EventDefinition } from '@usher/contracts'
import type { Connection } from 'mongoose'
import { startConsumer } from '../broker/consumer.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../durations.ts'
import { newId } from '../formats/ids.ts'
import type { Logger } from '../observability/logger.ts'
import type { Foundation } from '../service/foundation.ts'
import { createLease, type Lease } from '../store/lease.ts'
import { servedOrganization } from '../store/test-clock-scope.ts'
import { type Job, startDueJob, startPeriodicJob } from '../work/job.ts'
import { createRetentionHandler, type RetentionStore } from './retention-store.ts'

const EVERY_MS = 3_600_000
const LEASE_MS = 60_000

interface RetentionJobOptions {
  /** Queue of the events with organisations' settings. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  readonly clock: Clock
  readonly retentions: RetentionStore
  /** Organisations that may have data past its retention. */
  organizations(): Promise<readonly string[]>
  /**
   * Deletes or anonymises a batch of an organisation's data from before a time. Returns true while there may be more.
   */
  expireBatch(organizationId: string, before: Date): Promise<boolean>
}

/**
 * Follows the retention periods that organisations set, and applies them every hour. One replica at a time does so,
 * by a lease renewed between batches.
 */
export async function startRetentionJob(
  { broker, connection, log, testClocks }: Foundation,
  options: RetentionJobOptions,
): Promise<Job> {
  const handle = createRetentionHandler(options.retentions)
  const { queue, events } = options
  const consumer = await startConsumer(broker, { queue, events, handle, log })
  const job = testClocks ? addDaily(connection, options, log) : startHourly(connection, options, log)
  return {
    run: job.run,
    async [Symbol.asyncDispose]() {
      await consumer[Symbol.asyncDispose]()
      await job[Symbol.asyncDispose]()
    },
  }
}

function startHourly(connection: Connection, options: RetentionJobOptions, log: Logger): Job {
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const job = startPeriodicJob('retention', EVERY_MS, log, () => expireOld(options, lease))
  void job.run()
  return job
}

/** For test clocks it runs at midnight, UTC. */
function addDaily(connection: Connection, options: RetentionJobOptions, log: Logger): Job {
  const { clock } = options
  const own = { ...options, organizations: async () => [servedOrganization(connection) ?? ''] }
  return startDueJob('retention', { clock, log }, async () => {
    const now = clock.now().getTime()
    if (now % DAY_MS === 0) await expireOld(own, ALWAYS_HELD)
    return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS)
  })
}

const ALWAYS_HELD = { hold: async () => true }

/** Stops when the lease is lost. */
async function expireOld(
  { clock, retentions, organizations, expireBatch }: RetentionJobOptions,
  lease: Pick<Lease, 'hold'>,
): Promise<void> {
  if (!(await lease.hold())) return
  for (const organizationId of await organizations()) {
    const days = (await retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    for (let isMore = true; isMore; ) {
      isMore = await expireBatch(organizationId, before)
      if (!(await lease.hold())) return
    }
  }
}
