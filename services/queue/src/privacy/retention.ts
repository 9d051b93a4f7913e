import { type Foundation, startRetentionJob } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'

/** Guests made anonymous with one write. */
const BATCH = 500

/**
 * Starts making guests anonymous who left longer ago than their organisation keeps them. They cannot come back by undo
 * (that ends after 30 minutes, a retention is a day at least), so nobody else writes them.
 */
export const startRetention = (
  foundation: Foundation,
  ctx: QueueContext,
): Promise<{ forget(): Promise<void> }> =>
  startRetentionJob(foundation, {
    service: 'queue',
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => ctx.queues.organizations(),
    expireBatch: async (organizationId, before) =>
      (await anonymizeBatch(ctx, organizationId, before)) === BATCH,
  })

/** Gives the number of guests found. */
async function anonymizeBatch(ctx: QueueContext, organizationId: string, before: Date): Promise<number> {
  const ids = await ctx.privacy.old(organizationId, before, BATCH)
  if (ids.length === 0) return 0
  // First, since who is anonymous is not found again.
  await ctx.ledger.forgetReasons(ids)
  await ctx.privacy.anonymizeOld(ids, organizationId, { before, now: ctx.clock.now() })
  return ids.length
}
