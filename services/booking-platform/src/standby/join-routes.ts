import { operations } from '@usher/contracts'
import { type OpenOperationRouter, withAuditNote } from '@usher/service-kit'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { useCode } from '../codes/check-code.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { PageActions } from '../online-booking/page-actions.ts'
import { isProvedBySession, proveCustomer, wantedTypes } from '../online-booking/prove-customer.ts'
import { joinStandby } from './join.ts'
import { ownStandbyReply } from './own-standby-view.ts'
import { standbyChanges } from './standby.ts'

/** Route for customers who wait for a time. */
export function joinRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  { pageOf, act }: PageActions,
): void {
  on(operations.joinStandby, async (call) => {
    const { body, idempotency } = call
    const page = await pageOf(call.params.slug)
    // A wrong code is refused below, and then does not count.
    const isProved =
      body.code !== undefined || (await withAuditNote(noteOf(page), () => isProvedBySession(ctx, page, body)))
    const subject = { unproved: isProved ? undefined : 'yes' }
    return await act({ page, call, action: 'standby', subject }, ({ refusal }) =>
      ctx.takeTurns(page._id, () =>
        ctx.idempotency.once(keyOf(page, idempotency), async (session) => {
          if (refusal) throw refusal
          // An offer is booked without a code, so the address is proved by whoever begins to wait.
          const types = await wantedTypes(ctx, page, [body])
          const { isProved, codes } = await proveCustomer(ctx, page, types, call)
          for (const code of codes) await useCode(session, ctx, code)
          const standby = await joinStandby(session, ctx, {
            page,
            body,
            isProved,
            origin: originOf(page, call),
          })
          const { body: shown, headers } = ownStandbyReply(ctx, standby)
          return {
            body: { ...shown, status_url: ctx.statusUrl(standby._id) },
            headers: { ...headers, location: `/public/standby/${ctx.standbyTokens.of(standby._id)}` },
            audit: { ...noteOf(page), resource: standby._id, changes: standbyChanges(null, standby) },
          }
        }),
      ),
    )
  })
}
