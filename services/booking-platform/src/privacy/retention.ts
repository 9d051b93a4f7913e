import { startForgetting } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { eraseBooking } from './erase.ts'

/** Bookings read at once. */
const BATCH = 200

/** Starts taking customers out of bookings that are over for as long as their organisation keeps guests. */
export const startRetention = (ctx: BookingPlatformContext): Promise<{ forget(): Promise<void> }> =>
  startForgetting(ctx, {
    service: 'booking-platform',
    clock: ctx.clock,
    retentions: ctx.retentions,
    organizations: () => ctx.bookings.all.distinct('organization_id', { anonymized_at: null }),
    forgetSome: (organizationId, before) => forgetSome(ctx, organizationId, before),
  })

async function forgetSome(
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
