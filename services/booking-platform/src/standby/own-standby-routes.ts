import { operations } from '@usher/contracts'
import { notFound, type OpenOperationRouter, withAuditNote } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import { acceptOffer } from './accept.ts'
import { end } from './endings.ts'
import { ownStandbyReply } from './own-standby-view.ts'
import { type StandbyRecord, standbyChanges } from './standby.ts'

/** Routes for customers on standby, identified by the token of their page. */
export function ownStandbyRoutes(ctx: BookingPlatformContext, { on }: OpenOperationRouter): void {
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
