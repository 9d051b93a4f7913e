import { startRetentionJob } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { eraseBooking } from './erase.ts'

/** Bookings per batch. */
const BATCH = 200

/** Starts anonymising past bookings once the organisation's retention period for guests has passed. */
export const startRetention = (ctx: BookingPlatformContext): Promise<{ forget(): Promise<void> }> =>
  startRetentionJob(ctx, {
    service: 'booking-platform',
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => ctx.bookings.all.distinct('organization_id', { anonymized_at: null }),
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
  return found.length === BATCH
}
