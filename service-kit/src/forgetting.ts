import { DEFAULT_RETENTION_DAYS, organizationUpdated } from '@usher/contracts'
import { startConsumer } from './broker/consumer.ts'
import type { Clock } from './clock.ts'
import type { Foundation } from './foundation.ts'
import { newId } from './ids.ts'
import { createLease, type Lease } from './mongo/lease.ts'
import { createRetentionHandler, type RetentionStore } from './mongo/retention-store.ts'
import { startPoller } from './poller.ts'

const DAY_MS = 24 * 3_600_000
const EVERY_MS = 3_600_000
const LEASE_MS = 60_000

interface Forgetting {
  /** Name of the service. */
  readonly service: string
  readonly clock: Clock
  readonly retentions: RetentionStore
  /** Organisations that may have something to forget. */
  organizations(): Promise<readonly string[]>
  /** Forgets some of what an organisation has from before a time; true while there may be more. */
  forgetSome(organizationId: string, before: Date): Promise<boolean>
}

/**
 * Follows how long organisations keep people, and every hour has a service forget those who are older: one replica at
 * a time, by a lease that is renewed between the parts. Gives a run for tests.
 */
export async function startForgetting(
  { broker, connection, log, shutdown }: Foundation,
  forgetting: Forgetting,
): Promise<{ forget(): Promise<void> }> {
  const handle = createRetentionHandler(forgetting.retentions)
  const queue = `${forgetting.service}.retention`
  shutdown.use(await startConsumer(broker, { queue, events: [organizationUpdated], handle, log }))
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const poller = shutdown.use(startPoller('retention', EVERY_MS, log, () => forgetOld(forgetting, lease)))
  void poller.poke()
  return { forget: poller.poke }
}

/** Ends with the lease. */
async function forgetOld(
  { clock, retentions, organizations, forgetSome }: Forgetting,
  lease: Lease,
): Promise<void> {
  if (!(await lease.hold())) return
  for (const organizationId of await organizations()) {
    const days = (await retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    for (let isMore = true; isMore; ) {
      isMore = await forgetSome(organizationId, before)
      if (!(await lease.hold())) return
    }
  }
}
