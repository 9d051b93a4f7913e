import { inTransaction, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPlatformContext } from '../context.ts'
import { inTurn } from '../scheduling/booking-command.ts'
import { holdSlot } from '../scheduling/hold.ts'
import { SlotRefused } from '../scheduling/slot-refused.ts'
import { suits } from './match.ts'
import { offered, type StandbyRecord } from './standby.ts'
import { saveStandby, systemOrigin } from './standby-events.ts'

/** How long a time is held for the customer to whom it is offered. */
export const OFFER_MINUTES = 10

/** The customer has as many bookings on the day as they may. */
class LimitReached extends Error {}

/** offered: held for the customer; gone: it cannot be booked by this customer; passed: the customer does not wait any more. */
type Outcome = 'offered' | 'gone' | 'passed'

/**
 * Offers a time to a customer: holds it, marks the standby and announces it in one transaction. So an offer is a
 * live hold, and nobody gets two.
 */
export async function offerTime(
  ctx: BookingPlatformContext,
  standby: StandbyRecord,
  start: number,
): Promise<Outcome> {
  try {
    return await inTurn(ctx, standby, () =>
      inTransaction(ctx.connection, (session) => offer(session, ctx, standby, start)),
    )
  } catch (error) {
    if (error instanceof SlotRefused || error instanceof LimitReached) return 'gone'
    // The service type was changed so that what this customer waits for is not offered any more.
    if (error instanceof ProblemError) return 'passed'
    throw error
  }
}

async function offer(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organization_id, _id }: StandbyRecord,
  start: number,
): Promise<Outcome> {
  const before = await ctx.standbys.find(organization_id, _id, session)
  const page = await ctx.bookingPages.find(organization_id, organization_id, session)
  if (before?.status !== 'waiting' || !page || !suits(before, start)) return 'passed'
  const { service_type_id, duration_minutes, seats, provider_id } = before
  const body = {
    service_type_id,
    duration_minutes,
    seats,
    minutes: OFFER_MINUTES,
    start: new Date(start).toISOString(),
    ...(provider_id && { provider_id }),
  }
  const hold = await holdSlot(session, ctx, { body, caller: page })
  const type = await ctx.serviceTypes.require(organization_id, service_type_id, session)
  const customer = { customer: before.customer, day: hold.local_date }
  if (await ctx.limits.isReachedBy(type, customer, session)) throw new LimitReached()
  const provider = await ctx.providers.require(organization_id, hold.provider_id, session)
  const after = offered(before, hold, provider)
  await saveStandby(session, ctx, { before, after, origin: systemOrigin(organization_id) })
  return 'offered'
}
