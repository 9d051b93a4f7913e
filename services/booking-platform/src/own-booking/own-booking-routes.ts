import { operations } from '@usher/contracts'
import {
  type Idempotency,
  notFound,
  type OpenOperationRouter,
  type Origin,
  withAuditNote,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { tagOf } from '../availability/tag.ts'
import { type BookingRecord, bookingChanges } from '../bookings/booking.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { checkInOwn } from '../check-in/check-in-own.ts'
import type { BookingPlatformContext } from '../context.ts'
import { cancelBooking, changeBooking } from '../scheduling/change-booking.ts'
import { offeringAlternatives } from '../scheduling/slot-refused.ts'
import { calendarFile } from './calendar-file.ts'
import { ownBookingReply } from './own-booking-view.ts'
import { ownTimes } from './own-times.ts'

interface OwnCall {
  readonly params: { readonly token: string }
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  readonly idempotency: Idempotency | undefined
}

type Work = (
  session: ClientSession,
  found: BookingRecord,
  origin: Origin,
) => Promise<{ before: BookingRecord; after: BookingRecord }>

/** Routes for customers to see and change their own booking, identified by the token of their page. */
export function ownBookingRoutes(ctx: BookingPlatformContext, { on }: OpenOperationRouter): void {
  const find = async (token: string): Promise<BookingRecord> => {
    const id = ctx.tokens.idOf(token)
    const organizationId = id && (await ctx.bookings.organizationOf(id))
    if (!organizationId) throw notFound('booking')
    return await ctx.bookings.require(organizationId, id)
  }

  const reply = async (record: BookingRecord, session?: ClientSession) =>
    await ownBookingReply(
      ctx,
      record,
      await ctx.serviceTypes.require(record.organization_id, record.service_type_id, session),
      session,
    )

  const act = async (call: OwnCall, work: Work) => {
    const found = await find(call.params.token)
    const note = { ...noteOf(found), resource: found._id }
    return await withAuditNote(note, () =>
      offeringAlternatives(ctx, () =>
        ctx.idempotency.once(keyOf(found, call.idempotency), async (session) => {
          const { before, after } = await work(session, found, originOf(found, call))
          return {
            ...(await reply(after, session)),
            audit: { ...note, changes: bookingChanges(before, after) },
          }
        }),
      ),
    )
  }

  on(operations.getOwnBooking, async ({ params }) => await reply(await find(params.token)))

  on(operations.getOwnCalendarEvent, async ({ params }) => {
    const booking = await find(params.token)
    const headers = {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="booking.ics"',
    }
    return { body: inOnePiece(calendarFile(booking, ctx.manageUrl(booking._id))), headers }
  })

  on(operations.listOwnTimes, async ({ params, query, clientAddress: address }) => {
    const body = await ownTimes(ctx, await find(params.token), { ...query, address })
    return { body, headers: { etag: tagOf(body.data) } }
  })

  on(operations.moveOwnBooking, (call) => {
    const { params, body } = call
    const id = ctx.tokens.idOf(params.token)
    if (!id) throw notFound('booking')
    return ctx.guard.attempt('move', { booking: id }, ({ refusal }) =>
      act(call, (session, found, origin) => {
        if (refusal) throw refusal
        return changeBooking(session, ctx, {
          target: targetOf(found),
          given: { start: body.start },
          // The country only matters for phone numbers; there are none here.
          caller: { country: '', timezone: found.time_zone },
          origin,
          isAheadOnly: true,
        })
      }),
    )
  })

  on(operations.checkInOwnBooking, (call) =>
    act(call, (session, found, origin) => checkInOwn(session, ctx, found, origin)),
  )

  on(operations.cancelOwnBooking, (call) =>
    act(call, (session, found, origin) =>
      cancelBooking(session, ctx, {
        target: targetOf(found),
        reason: call.body.reason ?? null,
        origin,
        isAheadOnly: true,
      }),
    ),
  )
}

const targetOf = ({ organization_id, _id }: BookingRecord) => ({
  organizationId: organization_id,
  id: _id,
  ifMatch: undefined,
})

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}
