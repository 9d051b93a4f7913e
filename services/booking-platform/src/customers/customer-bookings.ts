import type { CustomerBooking, CustomerBookings, operations } from '@usher/contracts'
import { type OpenCall, pageReply, placeOf } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import { findBookings } from './find-bookings.ts'
import type { CustomerSessionRecord } from './session-store.ts'

const UPCOMING = 'upcoming'
const PAST = 'past'

/** How far back a customer sees bookings. */
const PAST_MS = 365 * DAY_MS

type Query = OpenCall<typeof operations.listCustomerBookings>['query']

/**
 * A page of the bookings of a customer: upcoming ones, then past ones. All pages are as of the first, so that none is
 * missing or shown twice when a booking begins between two of them.
 */
export async function customerBookings(
  ctx: BookingPlatformContext,
  { _id, organization_id, field, value }: CustomerSessionRecord,
  query: Query,
): Promise<CustomerBookings> {
  const list = JSON.stringify(['customer bookings', _id])
  const [asOf, phase, startedAt = '', id = ''] = placeOf(ctx.cursors, list, query) ?? []
  const now = asOf === undefined ? ctx.clock.now() : new Date(asOf)
  const after = phase === undefined ? undefined : { isPast: phase === PAST, start: new Date(startedAt), id }
  const whose = { organizationId: organization_id, contact: { field, value } }
  const found = await findBookings(ctx.bookings, whose, {
    now,
    since: new Date(now.getTime() - PAST_MS),
    after,
    limit: query.limit + 1,
  })
  const types = await typesOf(ctx, organization_id, found)
  const page = pageReply({
    cursors: ctx.cursors,
    list,
    query,
    found,
    place: ({ start, end, _id }) => [
      now.toISOString(),
      end <= now ? PAST : UPCOMING,
      start.toISOString(),
      _id,
    ],
    present: (record) => record,
  }).body
  return { ...page, data: await Promise.all(page.data.map((record) => present(ctx, record, types))) }
}

async function typesOf(
  { serviceTypes }: BookingPlatformContext,
  organizationId: string,
  found: readonly BookingRecord[],
): Promise<ReadonlyMap<string, ServiceTypeRecord>> {
  const ids = [...new Set(found.map(({ service_type_id }) => service_type_id))]
  const types = await serviceTypes.findMany(organizationId, ids)
  return new Map(types.map((type) => [type._id, type]))
}

async function present(
  ctx: BookingPlatformContext,
  record: BookingRecord,
  types: ReadonlyMap<string, ServiceTypeRecord>,
): Promise<CustomerBooking> {
  const type = types.get(record.service_type_id)
  if (!type) throw new Error('a booking has no service type')
  const { body } = await ownBookingReply(ctx, record, type)
  return { ...body, manage_url: ctx.manageUrl(record._id), service_type_id: record.service_type_id }
}
