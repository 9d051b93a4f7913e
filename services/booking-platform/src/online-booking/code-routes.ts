import { operations } from '@usher/contracts'
import { mailboxOf, type OperationRouter } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { contactOf } from '../codes/contact.ts'
import { sendCode } from '../codes/send-code.ts'
import type { BookingPlatformContext } from '../context.ts'
import { attemptOnPage, pageOf } from './page-actions.ts'

/** Routes by which customers prove that an address is theirs. */
export function codeRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  on(operations.requestBookingCode, async (call) => {
    const page = await pageOf(ctx, call.params.slug)
    const { locale = null } = call.body
    const contact = contactOf(call.body, page.country)
    const subject = { contact: mailboxOf(contact.value) }
    return await attemptOnPage(ctx, { page, call, action: 'code', subject }, ({ refusal, beyond }) =>
      ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
        // Each client address gets one, however many others requested for this contact.
        const tooMany = refusal ?? (beyond.has('contact') ? beyond.get('first') : undefined)
        if (tooMany) throw tooMany
        const sent = await sendCode(session, ctx, { contact, locale, origin: originOf(page, call) })
        const resend_at = new Date(ctx.clock.now().getTime() + MINUTE_MS)
        return {
          body: {
            token: ctx.codeTokens.of(sent._id),
            expires_at: sent.expires_at.toISOString(),
            resend_at: resend_at.toISOString(),
          },
          headers: { 'cache-control': 'no-store' },
          audit: { ...noteOf(page), resource: sent._id },
        }
      }),
    )
  })
}
