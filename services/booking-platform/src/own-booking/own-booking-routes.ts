import { type OwnSlot, operations } from '@usher/contracts'
import {
  type Idempotency,
  notFound,
  type OperationRouter,
  type Origin,
  withAuditNote,
} from '@usher/service-kit'
import { type CalendarEvent, calendarFile } from '@usher/service-kit/calendar-file'
import type { ClientSession } from 'mongoose'
import { asOf } from '../availability/as-of.ts'
import { findSlots, presentSlot, type Question } from '../availability/find-slots.ts'
import { fullDaysOf } from '../availability/full-days.ts'
import { rangeAsked, requireBounded } from '../availability/range-asked.ts'
import { tagOf } from '../availability/tag.ts'
import { searchCost } from '../availability/work.ts'
import { type BookingRecord, bookingChanges, requireAhead, requireOpen } from '../bookings/booking.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { checkInOwn } from '../check-in/check-in-own.ts'
import type { BookingPlatformContext } from '../context.ts'
import { bookingCommand } from '../scheduling/booking-command.ts'
import { cancelBooking, changeBooking, moveRequestOf } from '../scheduling/change-booking.ts'
import { cancelUntilOf } from '../service-types/service-type.ts'
import { localDays } from '../slots/local-days.ts'
import { ownBookingReply } from './own-booking-view.ts'

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
export function ownBookingRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
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
    const command = { idempotency: keyOf(found, call.idempotency) }
    return await withAuditNote(note, () =>
      bookingCommand(ctx, command, async (session) => {
        const { before, after } = await work(session, found, originOf(found, call))
        return {
          ...(await reply(after, session)),
          audit: { ...note, changes: bookingChanges(before, after) },
        }
      }),
    )
  }

  on(operations.getOwnBooking, async ({ params }) => await reply(await find(params.token)))

  on(operations.getOwnCalendarEvent, async ({ params }) => {
    const booking = await find(params.token)
    const headers = {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="booking.ics"',
    }
    return { body: inOnePiece(calendarFile(inCalendar(booking, ctx.manageUrl(booking._id)))), headers }
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

const inCalendar = (booking: BookingRecord, url: string): CalendarEvent => ({
  id: booking._id,
  status: STATUSES[booking.status],
  sequence: booking.version,
  stamp: booking.updated_at,
  start: booking.start,
  end: booking.end,
  summary: `${booking.service_name}, ${booking.provider_name}`,
  url,
})

const STATUSES: Readonly<Record<BookingRecord['status'], CalendarEvent['status']>> = {
  pending: 'tentative',
  confirmed: 'confirmed',
  completed: 'confirmed',
  no_show: 'confirmed',
  cancelled: 'cancelled',
}

const MAX_DAYS = 14

interface TimesRequest {
  readonly from: string
  readonly to: string
  readonly timezone?: string | undefined
  /** Address of the client that asks. */
  readonly address: string
}

/**
 * The times to which a customer can move their booking, by the same rules as the move. The booking's own time
 * counts as free; its seats, duration and, if still bookable, provider stay.
 *
 * @throws ProblemError `invalid_transition`, `validation_failed`, `rate_limited`
 */
async function ownTimes(
  ctx: BookingPlatformContext,
  booking: BookingRecord,
  asked: TimesRequest,
): Promise<{ data: OwnSlot[]; as_of: string }> {
  requireOpen(booking, 'moved')
  const type = await ctx.serviceTypes.require(booking.organization_id, booking.service_type_id)
  requireAhead(booking, { now: ctx.clock.now(), until: cancelUntilOf(type) })
  const range = rangeAsked(asked, asked.timezone ?? booking.time_zone, MAX_DAYS)
  const question: Question = { ...(await moveRequestOf(ctx, type, booking)), range }
  requireBounded(question)
  const cost = searchCost(question, localDays(range, question.timezone).length)
  await ctx.searches.spend(cost, { address: asked.address, page: booking.organization_id })
  const full = await fullDaysOf(ctx, question, range)
  const customers = await ctx.limits.fullDaysOfCustomer(type, booking, range)
  const fullDays = full.union(customers)
  const { spec } = question
  const data = (await findSlots(ctx, { ...question, fullDays })).map((slot) => {
    const { provider_ids: _, ...shown } = presentSlot(slot, spec)
    return shown
  })
  return { data, as_of: await asOf(ctx, question) }
}
