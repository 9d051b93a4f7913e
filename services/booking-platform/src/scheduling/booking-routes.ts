import { operations } from '@usher/contracts'
import {
  entityTag,
  normalizePhone,
  type OperationRouter,
  pageReply,
  placeOf,
  searchOf,
} from '@usher/service-kit'
import { type BookingRecord, bookingChanges, presentBooking } from '../bookings/booking.ts'
import { checkInBooking } from '../check-in/check-in-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { book } from './book.ts'
import { bookingCommand } from './booking-command.ts'
import { cancelBooking, changeBooking } from './change-booking.ts'
import { holdSlot, presentHold, releaseHold } from './hold.ts'

/** Routes for bookings and holds. */
export function bookingRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { cursors, idempotency: answers, bookings } = ctx
  const reply = (record: BookingRecord) => ({
    body: presentBooking(record, ctx.manageUrl),
    headers: { etag: entityTag(record.version) },
  })

  on(operations.listBookings, async ({ query, caller }) => {
    const { limit, cursor: _, from, to, phone, email, q, ...filter } = query
    const match = {
      ...filter,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      phone: phone === undefined ? undefined : normalizePhone(phone, caller.country, '?phone'),
      email,
      search: searchOf(q, caller),
    }
    const list = JSON.stringify(['bookings', caller.organization_id, match])
    const page = { after: placeOf(cursors, list, query), limit: limit + 1 }
    const found = await bookings.page(caller.organization_id, match, page)
    const place = ({ start, _id }: BookingRecord) => [start.toISOString(), _id]
    return pageReply({ cursors, list, query, found, place, present: (record) => reply(record).body })
  })

  on(operations.createBooking, ({ body, caller, origin, idempotency }) => {
    const turn = { ...body, organization_id: caller.organization_id, isBooked: true }
    return bookingCommand(ctx, { idempotency, turn }, async (session) => {
      const record = await book(session, ctx, { body, caller, origin })
      const { body: shown, headers } = reply(record)
      const location = `/api/bookings/${record._id}`
      const audit = { resource: record._id, changes: bookingChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  })

  on(operations.holdSlot, ({ body, caller, idempotency }) => {
    const turn = { ...body, organization_id: caller.organization_id }
    return bookingCommand(ctx, { idempotency, turn }, async (session) => {
      const hold = await holdSlot(session, ctx, { body, caller })
      const location = `/api/booking-holds/${hold._id}`
      return { body: presentHold(hold), headers: { location }, audit: { resource: hold._id } }
    })
  })

  on(operations.releaseHold, async ({ params, caller }) => {
    const target = { organizationId: caller.organization_id, id: params.id }
    return await answers.once(undefined, async (session) => {
      await releaseHold(session, ctx, target)
      return { body: null }
    })
  })

  on(operations.getBooking, async ({ params, caller }) =>
    reply(await bookings.require(caller.organization_id, params.id)),
  )

  on(operations.updateBooking, ({ params, body, caller, origin, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    return bookingCommand(ctx, {}, async (session) => {
      const { before, after } = await changeBooking(session, ctx, { target, given: body, caller, origin })
      return { ...reply(after), audit: { changes: bookingChanges(before, after) } }
    })
  })

  on(operations.cancelBooking, ({ params, body, caller, origin, ifMatch, idempotency }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    return answers.once(idempotency, async (session) => {
      const cancellation = { target, reason: body.reason ?? null, origin }
      const { before, after } = await cancelBooking(session, ctx, cancellation)
      return { ...reply(after), audit: { resource: after._id, changes: bookingChanges(before, after) } }
    })
  })
  on(operations.checkInBooking, ({ params, body, caller, origin, ifMatch, idempotency }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    return answers.once(idempotency, async (session) => {
      const { before, after } = await checkInBooking(session, ctx, { target, given: body, origin })
      return { ...reply(after), audit: { resource: after._id, changes: bookingChanges(before, after) } }
    })
  })
}
