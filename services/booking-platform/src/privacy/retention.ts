import { DEFAULT_RETENTION_DAYS, organizationUpdated } from '@usher/contracts'
import {
  createLease,
  createRetentionHandler,
  type Lease,
  newId,
  startConsumer,
  startPoller,
} from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { eraseBooking } from './erase.ts'

const DAY_MS = 24 * 3_600_000
const EVERY_MS = 3_600_000
const LEASE_MS = 60_000

/** Bookings read at once. */
const BATCH = 200

/** Starts taking customers out of bookings that are over for as long as their organisation keeps guests. */
export async function startRetention(ctx: BookingPlatformContext): Promise<{ forget(): Promise<void> }> {
  const { broker, connection, log, shutdown } = ctx
  const handle = createRetentionHandler(ctx.retentions)
  const followed = { queue: 'booking-platform.retention', events: [organizationUpdated], handle, log }
  shutdown.use(await startConsumer(broker, followed))
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const poller = shutdown.use(startPoller('retention', EVERY_MS, log, () => forgetOld(ctx, lease)))
  void poller.poke()
  return { forget: poller.poke }
}

/** Ends with the lease. */
async function forgetOld(ctx: BookingPlatformContext, lease: Lease): Promise<void> {
  if (!(await lease.hold())) return
  const organizations: string[] = await ctx.bookings.all.distinct('organization_id', { anonymized_at: null })
  for (const organizationId of organizations) {
    const days = (await ctx.retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(ctx.clock.now().getTime() - days * DAY_MS)
    const old = { organization_id: organizationId, anonymized_at: null, end: { $lt: before } }
    for (;;) {
      const found = await ctx.bookings.all
        .find(old, { projection: { _id: 1 } })
        .limit(BATCH)
        .toArray()
      for (const { _id } of found) await eraseBooking(ctx, _id, organizationId)
      if (!(await lease.hold())) return
      if (found.length < BATCH) break
    }
  }
}
