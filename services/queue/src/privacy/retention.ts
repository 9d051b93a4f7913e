import { eventQueue } from '@usher/contracts'
import { type Job, startRetentionJob } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'

/** Guests anonymised per write. */
const BATCH = 500

/**
 * Starts anonymising guests past their organisation's retention period. Undo cannot bring them back (it ends after 30
 * minutes, retention is at least a day), so nobody else writes them.
 */
export const startRetention = (ctx: QueueContext): Promise<Job> =>
  startRetentionJob(ctx, {
    ...eventQueue('queue.retention'),
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => ctx.queues.organizations(),
    expireBatch: async (organizationId, before) =>
      (await anonymizeBatch(ctx, organizationId, before)) === BATCH,
  })

/** Returns the number of guests found. */
async function anonymizeBatch(ctx: QueueContext, organizationId: string, before: Date): Promise<number> {
  const ids = await ctx.privacy.old(organizationId, before, BATCH)
  if (ids.length === 0) return 0
  // First, as anonymised guests are not found again.
  await ctx.ledger.forgetReasons(ids)
  await ctx.privacy.anonymizeOld(ids, organizationId, { before, now: ctx.clock.now() })
  return ids.length
}
