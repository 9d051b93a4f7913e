import { DEFAULT_RETENTION_DAYS, type EventDefinition } from '@usher/contracts'
import type { Connection } from 'mongoose'
import { startConsumer } from '../broker/consumer.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../durations.ts'
import { newId } from '../formats/ids.ts'
import type { Logger } from '../observability/logger.ts'
import type { Foundation } from '../service/foundation-type.ts'
import { createLease, type Lease } from '../store/lease.ts'
import { servedOrganization } from '../store/test-clock-scope.ts'
import { type Poller, startDuePoller, startPoller } from '../work/poller.ts'
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
 * by a lease renewed between batches. Returns a function that runs it now, for tests.
 */
export async function startRetentionJob(
  { broker, connection, log, shutdown, testClocks }: Foundation,
  options: RetentionJobOptions,
): Promise<{ forget(): Promise<void> }> {
  const handle = createRetentionHandler(options.retentions)
  const { queue, events } = options
  shutdown.use(await startConsumer(broker, { queue, events, handle, log }))
  if (testClocks) return { forget: addDaily(connection, options, log).poke }
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const poller = shutdown.use(startPoller('retention', EVERY_MS, log, () => expireOld(options, lease)))
  void poller.poke()
  return { forget: poller.poke }
}

/** For test clocks it runs at midnight, UTC. */
function addDaily(connection: Connection, options: RetentionJobOptions, log: Logger): Poller {
  const { clock } = options
  const own = { ...options, organizations: async () => [servedOrganization(connection) ?? ''] }
  return startDuePoller('retention', { clock, log }, async () => {
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
