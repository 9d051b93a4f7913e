import { operations } from '@usher/contracts'
import type { OpenOperationRouter } from '@usher/service-kit'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { resendAt } from '../codes/code.ts'
import { contactOf } from '../codes/contact.ts'
import { sendCode } from '../codes/send-code.ts'
import type { BookingPlatformContext } from '../context.ts'
import { type PageActions, useProof } from './page-actions.ts'

/** Routes by which customers prove that an address is theirs. */
export function codeRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  { pageOf, act }: PageActions,
): void {
  on(operations.requestBookingCode, async (call) => {
    const page = await pageOf(call.params.slug)
    const { locale = null } = call.body
    const contact = contactOf(call.body, page.country)
    return await act(page, call, 'codes', (refusal) =>
      ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
        if (refusal) throw refusal
        await useProof(session, ctx, page, call.body)
        const sent = await sendCode(session, ctx, { contact, locale, origin: originOf(page, call) })
        return {
          body: { expires_at: sent.expires_at.toISOString(), resend_at: resendAt(sent).toISOString() },
          audit: { ...noteOf(page), resource: sent.code_id },
        }
      }),
    )
  })
}
