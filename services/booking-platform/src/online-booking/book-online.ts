import type { OnlineBookingCreate, OnlineSeriesCreate } from '@usher/contracts'
import { invalidField, notFound, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import { customerOf } from '../bookings/customer.ts'
import type { BookingPlatformContext } from '../context.ts'
import { book } from '../scheduling/book.ts'
import { releaseHold } from '../scheduling/hold.ts'
import { type BookedSeries, bookSeries } from '../series/book-series.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { answersTo, requireReachable } from './customer-details.ts'
import { requireOnline } from './online-page.ts'

/** Where bookings that customers make by themselves come from. */
const SOURCE = 'booking-page'

interface OnlineRequest<Body> {
  readonly page: BookingPageRecord
  readonly body: Body
  readonly origin: Origin
}

/**
 * Books a held time for a customer, with their answers.
 *
 * @throws ProblemError `not_found`, `hold_expired`, `slot_unavailable`, `limit_reached`, `validation_failed`
 */
export async function bookOnline(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { page, body, origin }: OnlineRequest<OnlineBookingCreate>,
): Promise<{ booking: BookingRecord; type: ServiceTypeRecord }> {
  const { organization_id } = page
  const { answers, code: _, session: __, ...asked } = body
  requireReachable(asked.customer)
  const hold = await ctx.holds.find(organization_id, body.hold_id, session)
  if (!hold) throw notFound('hold')
  const type = requireOnline(await ctx.serviceTypes.find(organization_id, hold.service_type_id, session))
  const booking = await book(session, ctx, {
    body: { ...asked, source: SOURCE },
    answers: answersTo([type], answers),
    caller: page,
    origin,
  })
  return { booking, type }
}

/**
 * Books several services and recurring visits for a customer.
 *
 * @throws ProblemError `not_found`, `validation_failed`; SeriesRefused
 */
export async function bookSeriesOnline(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { page, body, origin }: OnlineRequest<OnlineSeriesCreate>,
): Promise<BookedSeries & { types: readonly ServiceTypeRecord[] }> {
  requireReachable(body.customer)
  const ids = body.services.map(({ service_type_id }) => service_type_id)
  const found = await ctx.serviceTypes.findMany(page.organization_id, ids, session)
  const types = ids.map((id) => requireOnline(found.find(({ _id }) => _id === id) ?? null))
  const customer = customerOf(body.customer, page.country)
  const answers = answersTo(types, body.answers)
  const common = { customer, notes: body.notes ?? null, metadata: {}, answers, source: SOURCE }
  const maxVisits = Math.min(...types.map(({ online_booking }) => online_booking.max_visits))
  await giveUpHold(session, ctx, { page, body })
  const booked = await bookSeries(session, ctx, { body, common, booker: page, origin, maxVisits })
  return { ...booked, types }
}

/** Frees the held time of the first visit for the series. @throws ProblemError `validation_failed` of another time */
async function giveUpHold(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { page, body }: Omit<OnlineRequest<OnlineSeriesCreate>, 'origin'>,
): Promise<void> {
  const { hold_id: id, start, services } = body
  const organizationId = page.organization_id
  if (id === undefined) return
  const hold = await ctx.holds.find(organizationId, id, session)
  // Released or expired long ago: the series finds out whether its time is free.
  if (!hold) return
  const isOfSeries =
    hold.start.getTime() === Date.parse(start) && hold.service_type_id === services[0]?.service_type_id
  if (!isOfSeries) throw invalidField('/hold_id', 'is of another time than the first visit', 'other_time')
  await releaseHold(session, ctx, { organizationId, id })
}
