import type { Hold, HoldCreate } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { slotSpecOf } from '../availability/question.ts'
import type { HoldRecord } from '../bookings/hold-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { durationOf } from '../service-types/service-type.ts'
import { type Booker, placeOf } from './book.ts'
import { takeSlot } from './take-slot.ts'

/**
 * Holds a free time. The hold expires by itself, even if this process dies. @throws ProblemError as for a
 * booking
 */
export async function holdSlot(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { body, caller, networks }: { body: HoldCreate; caller: Booker; networks?: readonly string[] },
): Promise<HoldRecord> {
  const organizationId = caller.organization_id
  const type = await ctx.serviceTypes.require(organizationId, body.service_type_id, session)
  const spec = slotSpecOf(type, durationOf(type, body.duration_minutes, '/duration_minutes'), body.seats)
  const id = newId('hold')
  const now = ctx.clock.now()
  const start = new Date(body.start)
  const expires_at = new Date(now.getTime() + body.minutes * MINUTE_MS)
  const provider = await takeSlot(session, ctx, {
    organizationId,
    timezone: caller.timezone,
    type,
    spec,
    providerId: body.provider_id,
    start: start.getTime(),
    by: id,
    expires: expires_at.getTime(),
  })
  const place = placeOf(provider, start, spec.duration / MINUTE_MS)
  // Bookings with other providers on that day write another ledger, so lock the day.
  if (type.max_per_day !== null) await ctx.dayLocks.lock(type, place.local_date, session)
  const hold: HoldRecord = {
    _id: id,
    organization_id: organizationId,
    service_type_id: type._id,
    provider_id: provider._id,
    start,
    end: place.end,
    local_date: place.local_date,
    seats: body.seats,
    ...(networks && { online: true, networks }),
    expires_at,
    created_at: now,
  }
  await ctx.holds.insert(hold, session)
  return hold
}

/** Releases a hold. @throws ProblemError `not_found` */
export async function releaseHold(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  await free(session, ctx, await ctx.holds.take(organizationId, id, session))
}

/** Releases a hold that a customer replaces. One that they cannot replace, or that is gone, stays as it is. */
export async function replaceHold(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  const hold = await ctx.holds.takeOnline(organizationId, id, { now: ctx.clock.now(), session })
  if (hold) await free(session, ctx, hold)
}

async function free(session: ClientSession, ctx: BookingPlatformContext, hold: HoldRecord): Promise<void> {
  await ctx.ledgers.release(reservationOf(hold), ctx.clock.now(), session)
  await noteFreed(session, ctx, hold)
}

export const presentHold = (hold: HoldRecord): Hold => ({
  id: hold._id,
  service_type_id: hold.service_type_id,
  provider_id: hold.provider_id,
  start: hold.start.toISOString(),
  end: hold.end.toISOString(),
  seats: hold.seats,
  expires_at: hold.expires_at.toISOString(),
  created_at: hold.created_at.toISOString(),
})
