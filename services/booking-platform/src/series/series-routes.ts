import { bookingSeriesCancelled, operations, type SeriesClash } from '@usher/contracts'
import {
  appendToOutbox,
  entityTag,
  type OperationRouter,
  type Origin,
  ProblemError,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type BookingRecord, bookingChanges, isOpen, presentBooking } from '../bookings/booking.ts'
import { customerOf } from '../bookings/customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { cancelBooking } from '../scheduling/change-booking.ts'
import { bookSeries, seriesEvent } from './book-series.ts'
import { namingClashes } from './clashes.ts'
import type { SeriesRecord } from './series-store.ts'

/** Routes for series of bookings. */
export function seriesRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const answers = ctx.idempotency
  const reply = (series: SeriesRecord, bookings: readonly BookingRecord[], clashes: SeriesClash[] = []) => ({
    body: {
      id: series._id,
      recurrence: series.recurrence,
      timezone: series.timezone,
      bookings: bookings.map((booking) => presentBooking(booking, ctx.manageUrl)),
      clashes,
      created_at: series.created_at.toISOString(),
    },
    headers: { etag: entityTag(series.version) },
  })

  on(operations.createBookingSeries, ({ body, caller, origin, idempotency }) => {
    const asked = { booker: caller, services: body.services }
    const { customer, notes = null, metadata = {}, source = 'api' } = body
    return namingClashes(ctx, asked, () =>
      answers.once(idempotency, async (session) => {
        const person = customerOf(customer, caller.country)
        const common = { customer: person, notes, metadata, answers: {}, source }
        const given = { body, common, booker: caller, origin }
        const { series, bookings, clashes } = await bookSeries(session, ctx, given)
        const { body: shown, headers } = reply(series, bookings, clashes)
        const location = `/api/booking-series/${series._id}`
        const changes = bookingChanges(null, bookings[0] ?? null)
        return { body: shown, headers: { ...headers, location }, audit: { resource: series._id, changes } }
      }),
    )
  })

  on(operations.getBookingSeries, async ({ params, caller }) => {
    const series = await ctx.series.require(caller.organization_id, params.id)
    return reply(series, await ctx.bookings.ofSeries(caller.organization_id, series._id))
  })

  on(operations.cancelBookingSeries, ({ params, body, caller, origin, idempotency }) =>
    answers.once(idempotency, async (session) => {
      const from = body.from === undefined ? ctx.clock.now() : new Date(body.from)
      const { series, bookings } = await cancelSeries(session, ctx, {
        organizationId: caller.organization_id,
        id: params.id,
        from,
        reason: body.reason ?? null,
        origin,
      })
      return { ...reply(series, bookings), audit: { resource: series._id } }
    }),
  )
}

interface Cancellation {
  readonly organizationId: string
  readonly id: string
  /** Bookings that start then or later. */
  readonly from: Date
  readonly reason: string | null
  readonly origin: Origin
}

/**
 * Cancels the open bookings of a series that are ahead, in one transaction.
 *
 * @throws ProblemError `not_found`; `invalid_transition` if none is
 */
async function cancelSeries(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { organizationId, id, from, reason, origin }: Cancellation,
): Promise<{ series: SeriesRecord; bookings: BookingRecord[] }> {
  const before = await ctx.series.require(organizationId, id, session)
  const bookings = await ctx.bookings.ofSeries(organizationId, id, session)
  const ahead = bookings.filter((booking) => isOpen(booking) && booking.start >= from)
  if (ahead.length === 0) {
    throw new ProblemError('invalid_transition', 'No open booking of the series is ahead.')
  }
  const cancelled = new Map<string, BookingRecord>()
  for (const { _id } of ahead) {
    const target = { organizationId, id: _id, ifMatch: undefined }
    const followsInSeries = cancelled.size > 0
    const { after } = await cancelBooking(session, ctx, { target, reason, origin, followsInSeries })
    cancelled.set(_id, after)
  }
  const series = { ...before, version: before.version + 1 }
  if (!(await ctx.series.replace(before, series, session))) throw new Error('a series was changed meanwhile')
  const told = { bookings: [...cancelled.values()], time: ctx.clock.now(), origin }
  const event = seriesEvent(bookingSeriesCancelled, series, told)
  await appendToOutbox(ctx.outbox, [event], session)
  return { series, bookings: bookings.map((booking) => cancelled.get(booking._id) ?? booking) }
}
