import { DEFAULT_RETENTION_DAYS, type EventDefinition } from '@usher/contracts'
import { startConsumer } from '../broker/consumer.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../durations.ts'
import { newId } from '../formats/ids.ts'
import type { Foundation } from '../service/foundation.ts'
import { createLease, type Lease } from '../store/lease.ts'
import { servedOrganization } from '../store/test-clock-scope.ts'
import { type Job, startDueJob, startPeriodicJob } from '../work/job.ts'
import type { PersonalData } from './personal-data-store.ts'
import { createRetentionHandler, type RetentionStore } from './retention-store.ts'

const EVERY_MS = 3_600_000
const LEASE_MS = 60_000

/** Records of a store handled at once. */
const BATCH = 200

export interface RetentionOptions {
  /** Queue of the events with organisations' settings. */
  readonly queue: string
  readonly events: readonly EventDefinition[]
  readonly retentions: RetentionStore
  /** Stores with a retention period, in the order in which it is applied. */
  readonly stores: readonly PersonalData[]
}

interface AppliedRetention extends RetentionOptions {
  readonly clock: Clock
  /** Organisations that may have data past its retention. */
  organizations(): Promise<readonly string[]>
}

/**
 * Follows the retention periods that organisations set, and applies them every hour. One replica at a time does so,
 * by a lease renewed between batches.
 */
export async function startRetentionJob(foundation: Foundation, options: RetentionOptions): Promise<Job> {
  const { broker, log, testClocks } = foundation
  const handle = createRetentionHandler(options.retentions)
  const { queue, events } = options
  const consumer = await startConsumer(broker, { queue, events, handle, log })
  const job = testClocks ? addDaily(foundation, options) : startHourly(foundation, options)
  return {
    run: job.run,
    async [Symbol.asyncDispose]() {
      await consumer[Symbol.asyncDispose]()
      await job[Symbol.asyncDispose]()
    },
  }
}

function startHourly({ clock, connection, log }: Foundation, options: RetentionOptions): Job {
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const applied = { ...options, clock, organizations: () => organizationsWith(options.stores) }
  const job = startPeriodicJob('retention', EVERY_MS, log, () => expireOld(applied, lease))
  void job.run()
  return job
}

async function organizationsWith(stores: readonly PersonalData[]): Promise<string[]> {
  const found = await Promise.all(stores.map((store) => store.organizations()))
  return [...new Set(found.flat())]
}

/** For test clocks it runs at midnight, UTC. */
function addDaily({ clock, connection, log }: Foundation, options: RetentionOptions): Job {
  const applied = { ...options, clock, organizations: async () => [servedOrganization(connection) ?? ''] }
  return startDueJob('retention', { clock, log }, async () => {
    const now = clock.now().getTime()
    if (now % DAY_MS === 0) await expireOld(applied, ALWAYS_HELD)
    return new Date((Math.floor(now / DAY_MS) + 1) * DAY_MS)
  })
}

const ALWAYS_HELD = { hold: async () => true }

/** Stops when the lease is lost. */
async function expireOld(
  { clock, retentions, organizations, stores }: AppliedRetention,
  lease: Pick<Lease, 'hold'>,
): Promise<void> {
  if (!(await lease.hold())) return
  for (const organizationId of await organizations()) {
    const days = (await retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    const origin = { organizationId, actor: 'system', requestId: newId('request') }
    for (const store of stores) {
      const expireSome = () => store.expireNext(before, BATCH, { organizationId, now: clock.now(), origin })
      while (await expireSome()) if (!(await lease.hold())) return
    }
    if (!(await lease.hold())) return
  }
}
