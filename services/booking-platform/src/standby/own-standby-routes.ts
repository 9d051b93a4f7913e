import { operations } from '@usher/contracts'
import { notFound, type OperationRouter, type Origin, ProblemError, withAuditNote } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingRecord } from '../bookings/booking.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import { book } from '../scheduling/book.ts'
import { end } from './endings.ts'
import { ownStandbyReply } from './own-standby-view.ts'
import { booked, type StandbyRecord, standbyChanges } from './standby.ts'
import { saveStandby } from './standby-events.ts'

/** Routes for customers on standby, identified by the token of their page. */
export function ownStandbyRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const find = async (token: string, session?: ClientSession): Promise<StandbyRecord> => {
    const id = ctx.standbyTokens.idOf(token)
    const found = id && (await ctx.standbys.byId(id, session))
    if (!found) throw notFound('standby')
    return found
  }

  on(operations.getOwnStandby, async ({ params }) => ownStandbyReply(ctx, await find(params.token)))

  on(operations.acceptStandbyOffer, async (call) => {
    const found = await find(call.params.token)
    const note = { ...noteOf(found), resource: found._id }
    const accept = () =>
      ctx.idempotency.once(keyOf(found, call.idempotency), async (session) => {
        const before = await find(call.params.token, session)
        const { booking, after } = await acceptOffer(session, ctx, before, originOf(found, call))
        const { organization_id, service_type_id } = booking
        const type = await ctx.serviceTypes.require(organization_id, service_type_id, session)
        const { body, headers } = await ownBookingReply(ctx, booking, type, session)
        return {
          body: { ...body, manage_url: ctx.manageUrl(booking._id) },
          headers,
          audit: { ...note, changes: standbyChanges(before, after) },
        }
      })
    // Others who book with the provider would conflict.
    const key = found.offer?.provider_id ?? found._id
    return await withAuditNote(note, () => ctx.takeTurns(key, accept))
  })

  on(operations.leaveStandby, async (call) => {
    const found = await find(call.params.token)
    const note = { ...noteOf(found), resource: found._id }
    return await withAuditNote(note, () =>
      ctx.idempotency.once(undefined, async (session) => {
        const before = await find(call.params.token, session)
        const origin = originOf(found, call)
        const after = await end(session, ctx, before, { reason: 'left', origin })
        return { body: null, audit: { ...note, changes: standbyChanges(before, after) } }
      }),
    )
  })
}

/** Where bookings of offers come from. */
const SOURCE = 'standby'

/**
 * Books the time that is held for a customer; once more, and the booking is the same.
 *
 * @throws ProblemError `hold_expired`, `limit_reached`
 */
async function acceptOffer(
  session: ClientSession,
  ctx: BookingPlatformContext,
  before: StandbyRecord,
  origin: Origin,
): Promise<{ booking: BookingRecord; after: StandbyRecord }> {
  const { organization_id, offer, booking_id, customer, answers, notes } = before
  if (booking_id) {
    return { booking: await ctx.bookings.require(organization_id, booking_id, session), after: before }
  }
  if (!offer || offer.offered_until <= ctx.clock.now()) {
    throw new ProblemError('hold_expired', 'No time is held for you at the moment.')
  }
  const caller = await ctx.bookingPages.require(organization_id, organization_id, session)
  const body = { hold_id: offer.hold_id, customer, notes, source: SOURCE }
  const booking = await book(session, ctx, { body, answers, caller, origin })
  const after = booked(before, booking._id, ctx.clock.now())
  await saveStandby(session, ctx, { before, after, origin })
  return { booking, after }
}
