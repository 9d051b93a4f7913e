import { bookingSeriesCancelled } from '@usher/contracts'
import { appendToOutbox, type Origin, ProblemError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type BookingRecord, isOpen } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { cancelBooking } from '../scheduling/change-booking.ts'
import { seriesEvent } from './book-series.ts'
import type { SeriesRecord } from './series-store.ts'

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
export async function cancelSeries(
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
