import { createLease, earliest, inTransaction, type Job, newId, startDueJob } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { freedByTaken } from '../freed/freed.ts'
import { quietEndFor } from '../quiet-hours/quiet-end.ts'
import { endDue } from './endings.ts'
import { handOut } from './hand-out.ts'

/** Longest delay before freed time of a replica that died, or an expired hold, is found, in ms. */
const SWEEP_MS = 20_000
/** Time until another replica takes over the freed times of one that died, in ms. */
const LEASE_MS = 5_000
/** Organisations per run. */
const AT_ONCE = 100

/**
 * Starts offering freed time to those who wait for it. Any replica does so, one at a time for an organisation, by
 * lease, so that times are offered in the order in which they were freed. What is due stays until it is done.
 */
export function startStandbyWorker(ctx: BookingPlatformContext): Job {
  const { clock, freed, holds, standbys } = ctx
  const owner = newId('event')
  const job = startDueJob('standby', { ...ctx, sweepMs: SWEEP_MS }, async () => {
    const isAnyOpen = (await standbys.nextEnd()) !== undefined
    if (isAnyOpen) {
      await endDue(ctx)
      await noteExpiredHolds(ctx)
    }
    const organizations = await freed.dueOrganizations(clock.now(), AT_ONCE)
    for (const organizationId of organizations) {
      await handOutAll(ctx, organizationId, owner).catch((err) =>
        ctx.log.warn({ err, organizationId }, 'freed time could not be offered and will be tried again'),
      )
    }
    const next = await freed.nextDue()
    if (!isAnyOpen && organizations.length === 0) return next
    return earliest([
      next,
      await standbys.nextEnd(),
      isAnyOpen ? await holds.nextExpiry(clock.now()) : undefined,
    ])
  })
  freed.onAdded(() => void job.run())
  return job
}

/** Hands out all freed times of an organisation, unless another replica is at it. */
async function handOutAll(ctx: BookingPlatformContext, organizationId: string, owner: string): Promise<void> {
  const lease = createLease(ctx.connection, `standby/${organizationId}`, owner, LEASE_MS)
  if (!(await lease.hold())) return
  try {
    const page = await ctx.bookingPages.find(organizationId, organizationId)
    for (;;) {
      const first = await ctx.freed.firstDue(organizationId, ctx.clock.now())
      if (!first) return
      const until = await quietEndFor(ctx, first)
      if (page) await handOut(ctx, first, { timezone: page.timezone, until })
      await (until ? ctx.freed.postpone(first, until) : ctx.freed.delete(first))
      if (!(await lease.hold())) return
    }
  } finally {
    await lease.release()
  }
}

/**
 * Notes the time of holds that expired since the last look, where anybody waits for it: nothing is written when a hold
 * expires.
 */
async function noteExpiredHolds(ctx: BookingPlatformContext): Promise<void> {
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
