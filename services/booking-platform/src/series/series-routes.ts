import { operations, type SeriesClash } from '@usher/contracts'
import { entityTag, type OperationRouter } from '@usher/service-kit'
import { type BookingRecord, bookingChanges, presentBooking } from '../bookings/booking.ts'
import { customerOf } from '../bookings/customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { bookSeries } from './book-series.ts'
import { cancelSeries } from './cancel-series.ts'
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
        ...{ organizationId: caller.organization_id, id: params.id, from },
        ...{ reason: body.reason ?? null, origin },
      })
      return { ...reply(series, bookings), audit: { resource: series._id } }
    }),
  )
}
