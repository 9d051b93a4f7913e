import { operations } from '@usher/contracts'
import { type AddressThrottle, notFound, type OpenOperationRouter, withAuditNote } from '@usher/service-kit'
import type { BookingPlatformContext } from '../context.ts'
import { keyOf, noteOf, originOf } from '../online-booking/stranger.ts'
import { joinStandby } from './join.ts'
import { ownStandbyReply } from './own-standby-view.ts'
import { standbyChanges } from './standby.ts'

/** Most standbys of one network address on one page in ten minutes. */
const MAX_PER_ADDRESS = 10

/** Route for customers who wait for a time. */
export function joinRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  throttle: AddressThrottle,
): void {
  on(operations.joinStandby, async (call) => {
    const { body, clientAddress: address, idempotency } = call
    const page = await ctx.bookingPages.bySlug(call.params.slug)
    if (!page) throw notFound('booking page')
    const use = { of: `${page._id} standby`, address, max: MAX_PER_ADDRESS }
    const attempt = (refusal: Error | undefined) =>
      ctx.idempotency.once(keyOf(page, idempotency), async (session) => {
        if (refusal) throw refusal
        const standby = await joinStandby(session, ctx, { page, body, origin: originOf(page, call) })
        const { body: shown, headers } = ownStandbyReply(ctx, standby)
        return {
          body: { ...shown, status_url: ctx.statusUrl(standby._id) },
          headers: { ...headers, location: `/public/standby/${ctx.standbyTokens.of(standby._id)}` },
          audit: { ...noteOf(page), resource: standby._id, changes: standbyChanges(null, standby) },
        }
      })
    return await withAuditNote(noteOf(page), () =>
      throttle.counted(use, (refusal) => ctx.takeTurns(page._id, () => attempt(refusal))),
    )
  })
}
