import { operations } from '@usher/contracts'
import { notFound, type OpenOperationRouter, withAuditNote } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { keyOf, noteOf } from '../bookings/by-customer.ts'
import { checkCode, useCode } from '../codes/check-code.ts'
import { contactOf } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { PageActions } from '../online-booking/page-actions.ts'
import { customerBookings } from './customer-bookings.ts'
import { findLast } from './find-bookings.ts'
import type { CustomerSessionRecord } from './session-store.ts'

const NOBODY = { name: null, phone: null, email: null, locale: null }

const SESSION_MS = 30 * MINUTE_MS
/** Nothing of a session is kept by browsers. */
const headers = { 'cache-control': 'no-store' }

/** Routes for customers who see all of their bookings, once they have proved that a contact is theirs. */
export function customerRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  { pageOf }: Pick<PageActions, 'pageOf'>,
): void {
  const sessionOf = async (token: string): Promise<CustomerSessionRecord> => {
    const found = await ctx.customerSessions.find(token, ctx.clock.now())
    if (!found) throw notFound('session')
    return found
  }

  on(operations.startCustomerSession, async ({ params, body: given, idempotency, clientAddress }) => {
    const page = await pageOf(params.slug)
    const { organization_id } = page
    const contact = contactOf(given, page.country)
    return await withAuditNote(noteOf(page), () =>
      ctx.idempotency.once(keyOf(page, idempotency), async (session) => {
        const code = await checkCode(ctx, page, { ...given, contacts: [contact], clientAddress })
        await useCode(session, ctx, code)
        const expires_at = new Date(ctx.clock.now().getTime() + SESSION_MS)
        const token = await ctx.customerSessions.start({ organization_id, ...contact, expires_at }, session)
        return {
          body: { token, expires_at: expires_at.toISOString() },
          headers: { ...headers, location: `/public/customers/${token}` },
          audit: { ...noteOf(page), resource: code._id },
        }
      }),
    )
  })

  on(operations.getReturningCustomer, async ({ params }) => {
    const { organization_id, field, value, expires_at } = await sessionOf(params.token)
    const whose = { organizationId: organization_id, contact: { field, value } }
    const last = await findLast(ctx.bookings, whose)
    const known = last?.customer ?? { ...NOBODY, [field]: value }
    return { body: { organization_id, ...known, expires_at: expires_at.toISOString() }, headers }
  })

  on(operations.listCustomerBookings, async ({ params, query }) => {
    const body = await customerBookings(ctx, await sessionOf(params.token), query)
    return { body, headers }
  })
}
