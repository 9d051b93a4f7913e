import { eventQueue } from '@usher/contracts'
import { type Job, startRetentionJob } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { eraseBooking } from './erase.ts'
import { eraseStandby } from './erase-standby.ts'

/** Bookings and standbys per batch, each. */
const BATCH = 200

/** Starts anonymising past bookings and standbys once the organisation's retention period for guests has passed. */
export const startRetention = (ctx: BookingPlatformContext): Promise<Job> =>
  startRetentionJob(ctx, {
    ...eventQueue('booking-platform.retention'),
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: async () => {
      const kept = { anonymized_at: null }
      const booked = await ctx.bookings.all.distinct('organization_id', kept)
      return [...new Set([...booked, ...(await ctx.standbys.all.distinct('organization_id', kept))])]
    },
    expireBatch: (organizationId, before) => anonymiseSome(ctx, organizationId, before),
  })

async function anonymiseSome(
  ctx: BookingPlatformContext,
  organizationId: string,
  before: Date,
): Promise<boolean> {
  const old = { organization_id: organizationId, anonymized_at: null, end: { $lt: before } }
  const found = await ctx.bookings.all
    .find(old, { projection: { _id: 1 } })
    .limit(BATCH)
    .toArray()
  for (const { _id } of found) await eraseBooking(ctx, _id, organizationId)
  const closed = await ctx.standbys.closedBefore(organizationId, before, BATCH)
  for (const standby of closed) await eraseStandby(ctx, standby)
  return Math.max(found.length, closed.length) === BATCH
}
