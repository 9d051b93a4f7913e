import type { StandbyEnding } from '@usher/contracts'
import { inTransaction, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed, noteWaiting } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { afterExpiry, ended, isOpen, type OfferedStandby, type StandbyRecord } from './standby.ts'
import { saveStandby, systemOrigin } from './standby-events.ts'

/** Releases the time that is offered, for the next. */
export async function releaseOffer(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organization_id, service_type_id, offer }: StandbyRecord,
): Promise<void> {
  if (!offer) return
  const { hold_id: _id, provider_id, start, end } = offer
  const taken = { _id, organization_id, provider_id, service_type_id, start, end }
  await ctx.holds.delete(organization_id, _id, session)
  await ctx.ledgers.release(reservationOf(taken), ctx.clock.now(), session)
  await noteFreed(session, ctx, taken)
}

interface Ending {
  readonly reason: StandbyEnding
  readonly origin: Origin
}

/** Ends a standby that is open; a live offer is released. Ended and booked ones stay as they are. */
export async function end(
  session: ClientSession,
  ctx: BookingPlatformContext,
  before: StandbyRecord,
  { reason, origin }: Ending,
): Promise<StandbyRecord> {
  if (!isOpen(before)) return before
  const after = ended(before, reason, ctx.clock.now())
  await saveStandby(session, ctx, { before, after, origin })
  await releaseOffer(session, ctx, before)
  return after
}

/** Ends a standby that still waits. */
export const endStandby = (
  ctx: BookingPlatformContext,
  { organization_id, _id }: Pick<StandbyRecord, '_id' | 'organization_id'>,
  reason: StandbyEnding,
): Promise<void> =>
  inTransaction(ctx.connection, async (session) => {
    const before = await ctx.standbys.find(organization_id, _id, session)
    if (before?.status !== 'waiting') return
    await end(session, ctx, before, { reason, origin: systemOrigin(organization_id) })
  })

/** Takes an expired offer back: the customer waits on, and the time goes to the next. */
const expireOffer = (ctx: BookingPlatformContext, id: string): Promise<void> =>
  inTransaction(ctx.connection, async (session) => {
    const before = await ctx.standbys.byId(id, session)
    const now = ctx.clock.now()
    if (!before?.offer || before.offer.offered_until > now) return
    const after = afterExpiry(before as OfferedStandby, now)
    await saveStandby(session, ctx, { before, after, origin: systemOrigin(before.organization_id) })
    if (after.status === 'waiting') await noteWaiting(session, ctx, after)
    await releaseOffer(session, ctx, before)
  })

/** Takes expired offers back, and ends standbys whose windows are over. */
export async function endDue(ctx: BookingPlatformContext): Promise<void> {
  const now = ctx.clock.now()
  for (const id of await ctx.standbys.expiredIds(now)) {
    await logged(ctx, id, () => expireOffer(ctx, id))
  }
  for (const over of await ctx.standbys.over(now)) {
    await logged(ctx, over._id, () => endStandby(ctx, over, 'windows_over'))
  }
}

/** Logs a failure, so that one standby does not keep others from their turn; it stays due. */
async function logged(
  { log }: BookingPlatformContext,
  standbyId: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (err) {
    log.warn({ err, standbyId }, 'a standby could not be ended and will be tried again')
  }
}
