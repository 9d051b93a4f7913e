import { DEFAULT_RETENTION_DAYS, organizationUpdated } from '@usher/contracts'
import {
  createLease,
  createRetentionHandler,
  type Foundation,
  type Lease,
  newId,
  startConsumer,
  startPoller,
} from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { changeNotification } from '../notifications/change-notification.ts'
import { erase } from '../notifications/lifecycle.ts'

const DAY_MS = 24 * 3_600_000
const EVERY_MS = 3_600_000
const LEASE_MS = 60_000

/** Notifications read at once. */
const BATCH = 200

/** Starts taking the person out of notifications as old as their organisation keeps guests; gives a run for tests. */
export async function startRetention(
  { broker, connection, log, shutdown }: Foundation,
  ctx: NotificationContext,
) {
  const handle = createRetentionHandler(ctx.retentions)
  const followed = { queue: 'notification.retention', events: [organizationUpdated], handle, log }
  shutdown.use(await startConsumer(broker, followed))
  const lease = createLease(connection, 'retention', newId('event'), LEASE_MS)
  const poller = shutdown.use(startPoller('retention', EVERY_MS, log, () => forgetOld(ctx, lease)))
  void poller.poke()
  return { forget: poller.poke }
}

/** Ends with the lease. */
async function forgetOld(ctx: NotificationContext, lease: Lease): Promise<void> {
  if (!(await lease.hold())) return
  const organizations: string[] = await ctx.notifications.collection.distinct('organization_id', {
    anonymized_at: null,
  })
  for (const organizationId of organizations) {
    const days = (await ctx.retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(ctx.clock.now().getTime() - days * DAY_MS)
    await ctx.guests.deleteLeft(organizationId, before)
    while ((await forgetBatch(ctx, organizationId, before)) === BATCH) {
      if (!(await lease.hold())) return
    }
    if (!(await lease.hold())) return
  }
}

/** Gives the number of notifications found. What is still to be sent is not old, however long ago it was asked for. */
async function forgetBatch(ctx: NotificationContext, organizationId: string, before: Date): Promise<number> {
  const old = {
    organization_id: organizationId,
    created_at: { $lt: before },
    status: { $ne: 'queued' as const },
    anonymized_at: null,
  }
  const options = { projection: { _id: 1 }, sort: { created_at: 1 as const } }
  const found = await ctx.notifications.collection.find(old, options).limit(BATCH).toArray()
  const now = ctx.clock.now()
  for (const { _id } of found) await changeNotification(ctx, _id, (record) => erase(record, now))
  return found.length
}
