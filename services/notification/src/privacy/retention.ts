import { type Foundation, startRetentionJob } from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { erase } from '../notifications/lifecycle.ts'

/** Notifications read at once. */
const BATCH = 200

/**
 * Starts anonymising notifications past their organisation's retention period; returns a function that runs it now,
 * for tests.
 */
export const startRetention = (
  foundation: Foundation,
  ctx: NotificationContext,
): Promise<{ forget(): Promise<void> }> =>
  startRetentionJob(foundation, {
    service: 'notification',
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

/** Returns the number of notifications found. One still to be sent is not old, however long ago it was requested. */
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
  await Promise.all(found.map(({ _id }) => ctx.changeNotification(_id, (record) => erase(record, now))))
  return found.length
}
