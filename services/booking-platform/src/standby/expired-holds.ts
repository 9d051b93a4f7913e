import { inTransaction } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { freedByTaken } from '../freed/freed.ts'

/**
 * Notes the time of holds that expired since the last look, where anybody waits for it: nothing is written when a hold
 * expires.
 */
export async function noteExpiredHolds(ctx: BookingPlatformContext): Promise<void> {
  const now = ctx.clock.now()
  await inTransaction(ctx.connection, async (session) => {
    const before = await ctx.holdWatermark.move(now, session)
    const expired = before ? await ctx.holds.expiredIn(before, now, session) : []
    const organizations = expired.map(({ organization_id }) => organization_id)
    const open = await ctx.standbys.organizationsWithOpen(organizations, session)
    const concerned = expired.filter(({ organization_id }) => open.has(organization_id))
    await ctx.freed.insert(
      concerned.map((hold) => freedByTaken(hold, now)),
      session,
    )
  })
}
