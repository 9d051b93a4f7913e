import { hash } from 'node:crypto'
import { operations } from '@usher/contracts'
import type { OpenOperationRouter } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { asOf } from '../availability/as-of.ts'
import { slotSpecOf } from '../availability/question.ts'
import { rangeAsked, requireBounded } from '../availability/range-asked.ts'
import { COST } from '../availability/searches.ts'
import type { CachedSlots } from '../availability/slot-cache.ts'
import { type BookingRecord, bookingChanges } from '../bookings/booking.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { useCode } from '../codes/check-code.ts'
import type { BookingPlatformContext } from '../context.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import { holdSlot, presentHold, replaceHold } from '../scheduling/hold.ts'
import { namingClashes } from '../series/clashes.ts'
import { durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import { bookOnline, bookSeriesOnline } from './book-online.ts'
import { onlinePage, requireOnline } from './online-page.ts'
import { type PageActions, useProof } from './page-actions.ts'
import { heldType, proveCustomer, wantedTypes } from './prove-customer.ts'

const MAX_DAYS = 14
/** Minutes that a time is held for a customer. */
const HOLD_MINUTES = 10

/** Routes for customers who book by themselves, on the page with the slug. */
export function onlineBookingRoutes(
  ctx: BookingPlatformContext,
  { on }: OpenOperationRouter,
  { pageOf, act }: PageActions,
  cachedSlots: CachedSlots,
): void {
  const bookedReply = async (booking: BookingRecord, type: ServiceTypeRecord, session: ClientSession) => {
    const { body, headers } = await ownBookingReply(ctx, booking, type, session)
    return { body: { ...body, manage_url: ctx.manageUrl(booking._id) }, headers }
  }

  on(operations.getOnlineBookingPage, async ({ params }) => {
    const body = await onlinePage(ctx, await pageOf(params.slug))
    return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
  })

  on(operations.listOnlineTimes, async ({ params, query, clientAddress }) => {
    const { organization_id, timezone } = await pageOf(params.slug)
    const type = requireOnline(await ctx.serviceTypes.find(organization_id, query.service_type_id))
    const spec = slotSpecOf(type, durationOf(type, query.duration, '?duration'), query.seats)
    const range = rangeAsked(query, query.timezone ?? timezone, MAX_DAYS)
    const providerId = query.provider_id
    const question = { organizationId: organization_id, timezone, type, spec, providerId, range }
    requireBounded(question)
    const as_of = await asOf(
      ctx,
      organization_id,
      providerId === undefined ? type.provider_ids : [providerId],
    )
    const by = { address: clientAddress, page: organization_id }
    const { data, etag } = await cachedSlots(question, by)
    await ctx.searches.spend(data.length * COST.show, by)
    const shown = data.map(({ provider_ids: _, ...slot }) => slot)
    return { body: { data: shown, as_of }, headers: { etag } }
  })

  on(operations.getBookingChallenge, async ({ params }) => {
    const page = await pageOf(params.slug)
    const body = await ctx.proofs.challenge(page.organization_id, ctx.clock.now())
    return { body, headers: { 'cache-control': 'no-store' } }
  })

  on(operations.holdOnline, async (call) => {
    const page = await pageOf(call.params.slug)
    const { body } = call
    const key = body.provider_id ?? body.service_type_id
    return await act(page, call, 'holds', (refusal) =>
      ctx.takeTurns(key, () =>
        ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
          if (refusal) throw refusal
          await useProof(session, ctx, page, body)
          requireOnline(await ctx.serviceTypes.find(page.organization_id, body.service_type_id, session))
          const { proof: _, replaces, ...wanted } = body
          if (replaces)
            await replaceHold(session, ctx, { organizationId: page.organization_id, id: replaces })
          const asked = { ...wanted, seats: body.seats ?? 1, minutes: HOLD_MINUTES }
          const hold = await holdSlot(session, ctx, { body: asked, caller: page, online: true })
          return { body: presentHold(hold), audit: { ...noteOf(page), resource: hold._id } }
        }),
      ),
    )
  })

  on(operations.bookOnline, async (call) => {
    const page = await pageOf(call.params.slug)
    return await act(page, call, 'bookings', (refusal) =>
      ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
        if (refusal) throw refusal
        const held = await heldType(ctx, page, call.body.hold_id)
        const proven = await proveCustomer(ctx, page, [held], call.body)
        await useProof(session, ctx, page, call.body)
        for (const code of proven) await useCode(session, ctx, code)
        const origin = originOf(page, call)
        const { booking, type } = await bookOnline(session, ctx, { page, body: call.body, origin })
        const { body, headers } = await bookedReply(booking, type, session)
        return {
          body,
          headers: { ...headers, location: `/public/bookings/${ctx.tokens.of(booking._id)}` },
          audit: { ...noteOf(page), resource: booking._id, changes: bookingChanges(null, booking) },
        }
      }),
    )
  })

  on(operations.bookSeriesOnline, async (call) => {
    const page = await pageOf(call.params.slug)
    const asked = { booker: page, services: call.body.services }
    return await act(page, call, 'bookings', (refusal) =>
      namingClashes(ctx, asked, () =>
        ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
          if (refusal) throw refusal
          const wanted = await wantedTypes(ctx, page, call.body.services)
          const proven = await proveCustomer(ctx, page, wanted, call.body)
          await useProof(session, ctx, page, call.body)
          for (const code of proven) await useCode(session, ctx, code)
          const given = { page, body: call.body, origin: originOf(page, call) }
          const { series, bookings, clashes, types } = await bookSeriesOnline(session, ctx, given)
          const shown = []
          // One after another: a transaction takes no operations at once.
          for (const booking of bookings) {
            const type = types.find(({ _id }) => _id === booking.service_type_id)
            if (type) shown.push((await bookedReply(booking, type, session)).body)
          }
          return { body: { bookings: shown, clashes }, audit: { ...noteOf(page), resource: series._id } }
        }),
      ),
    )
  })
}
