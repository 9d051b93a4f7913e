import { inTransaction } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { releaseOffer } from '../standby/endings.ts'
import { ended, isOpen, type StandbyRecord } from '../standby/standby.ts'
import { saveStandby, systemOrigin } from '../standby/standby-events.ts'
import { NOBODY } from './nobody.ts'

/** Anonymises a standby. An open one ends, and its offer goes to the next; the event names nobody. */
export async function eraseStandby(
  ctx: BookingPlatformContext,
  { organization_id, _id }: StandbyRecord,
): Promise<void> {
  await inTransaction(ctx.connection, async (session) => {
    const before = await ctx.standbys.find(organization_id, _id, session)
    if (!before || before.anonymized_at) return
    const now = ctx.clock.now()
    if (!isOpen(before)) {
      await ctx.standbys.replace(before, { ...before, ...NOBODY, anonymized_at: now }, session)
      return
    }
    const after = { ...ended(before, 'erased', now), ...NOBODY, anonymized_at: now }
    await saveStandby(session, ctx, { before, after, origin: systemOrigin(organization_id) })
    await releaseOffer(session, ctx, before)
  })
}
