import { eventQueue } from '@usher/contracts'
import { type Job, startRetentionJob } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { erase } from '../notifications/lifecycle.ts'

/** Notifications read at once. */
const BATCH = 200

/** Starts anonymising notifications past their organisation's retention period. */
export const startRetention = (ctx: NotificationContext): Promise<Job> =>
  startRetentionJob(ctx, {
    ...eventQueue('notification.retention'),
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => organizationsToForget(ctx),
    async expireBatch(organizationId, before) {
      if ((await forgetBatch(ctx, organizationId, before)) === BATCH) return true
      await ctx.guests.deleteLeft(organizationId, before)
      await forgetOthers(ctx, organizationId, before)
      return false
    },
  })

/** Organisations with records of people who are not anonymous yet. */
async function organizationsToForget({ privacy, consents, optOuts }: NotificationContext): Promise<string[]> {
  const found = await Promise.all([
    privacy.organizationsWithPeople(),
    consents.organizations(),
    optOuts.organizations(),
  ])
  return [...new Set(found.flat())]
}

/** Anonymises replies, deletes consents, which prove nothing after so long, and keeps opt-outs as hashes. */
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

/** Returns the number of notifications found. */
async function forgetBatch(ctx: NotificationContext, organizationId: string, before: Date): Promise<number> {
  const found = await ctx.privacy.oldNotifications(organizationId, before, BATCH)
  const now = ctx.clock.now()
  await Promise.all(found.map((id) => ctx.changeNotification(id, (record) => erase(record, now))))
  return found.length
}
