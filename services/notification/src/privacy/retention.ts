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
  const organizations = await organizationsToForget(ctx)
  for (const organizationId of organizations) {
    const days = (await ctx.retentions.daysOf(organizationId)) ?? DEFAULT_RETENTION_DAYS
    const before = new Date(ctx.clock.now().getTime() - days * DAY_MS)
    await ctx.guests.deleteLeft(organizationId, before)
    await forgetOthers(ctx, organizationId, before)
    while ((await forgetBatch(ctx, organizationId, before)) === BATCH) {
      if (!(await lease.hold())) return
    }
    if (!(await lease.hold())) return
  }
}

/** Those that know of people who are not anonymous yet. */
async function organizationsToForget({
  notifications,
  replies,
  consents,
  guests,
  optOuts,
}: NotificationContext): Promise<string[]> {
  const ofPeople = { anonymized_at: null }
  const found: string[][] = await Promise.all([
    notifications.collection.distinct('organization_id', ofPeople),
    replies.collection.distinct('organization_id', ofPeople),
    consents.organizations(),
    guests.collection.distinct('organization_id'),
    optOuts.organizations(),
  ])
  return [...new Set(found.flat())]
}

/** Replies keep no person, consents of visits long ago prove nothing any more, opt-outs stay as a hash. */
async function forgetOthers(
  { replies, consents, optOuts, clock }: NotificationContext,
  organizationId: string,
  before: Date,
): Promise<void> {
  const ofIt = { organization_id: organizationId }
  await replies.anonymizeWhere({ ...ofIt, received_at: { $lt: before } }, clock.now())
  await consents.deleteWhere({ ...ofIt, at: { $lt: before } })
  await optOuts.forgetBefore(organizationId, before)
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
