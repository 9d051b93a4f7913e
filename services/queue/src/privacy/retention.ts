import { type Foundation, nativeCollection, startForgetting } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { WITHOUT_PERSON } from './anonymize.ts'

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
  startForgetting(foundation, {
    service: 'queue',
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => ctx.queues.organizations(),
    forgetSome: async (organizationId, before) =>
      (await anonymizeBatch(ctx, organizationId, before)) === BATCH,
  })

/** Gives the number of guests found. */
async function anonymizeBatch(ctx: QueueContext, organizationId: string, before: Date): Promise<number> {
  const guests = nativeCollection(ctx.guests)
  const old = oldGuests(organizationId, before)
  const found = await guests
    .find(old, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray()
  if (found.length === 0) return 0
  const ids = found.map(({ _id }) => _id)
  // First, since who is anonymous is not found again.
  await ctx.ledger.forgetReasons(ids)
  const anonymous = { ...WITHOUT_PERSON, anonymized_at: ctx.clock.now() }
  await guests.updateMany({ ...old, _id: { $in: ids } }, { $set: anonymous })
  return found.length
}

/** Guests who left before a time and still have their names; the conditions are those of their index. */
export const oldGuests = (organizationId: string, before: Date) => ({
  organization_id: organizationId,
  left_at: { $lte: before, $type: 'date' as const },
  anonymized_at: null,
})
