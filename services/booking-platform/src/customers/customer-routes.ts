import { type CustomerBooking, type CustomerBookings, operations } from '@usher/contracts'
import {
  notFound,
  type OpenCall,
  type OperationRouter,
  pageReply,
  placeOf,
  withAuditNote,
} from '@usher/service-kit'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingStore } from '../bookings/booking-store.ts'
import { keyOf, noteOf } from '../bookings/by-customer.ts'
import { ofCustomer } from '../bookings/of-customer.ts'
import { checkCode, useCode } from '../codes/check-code.ts'
import { type Contact, contactOf } from '../codes/contact.ts'
import type { BookingPlatformContext } from '../context.ts'
import { pageOf } from '../online-booking/page-actions.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { CustomerSessionRecord } from './session-store.ts'

const NOBODY = { name: null, phone: null, email: null, locale: null }

const SESSION_MS = 30 * MINUTE_MS
/** Nothing of a session is kept by browsers. */
const headers = { 'cache-control': 'no-store' }

/** Routes for customers who see all of their bookings, once they have proved that a contact is theirs. */
export function customerRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const sessionOf = async (token: string): Promise<CustomerSessionRecord> => {
    const found = await ctx.customerSessions.find(token, ctx.clock.now())
    if (!found) throw notFound('session')
    return found
  }

  on(operations.startCustomerSession, async ({ params, body: given, idempotency, clientAddress }) => {
    const page = await pageOf(ctx, params.slug)
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

const UPCOMING = 'upcoming'
const PAST = 'past'

/** How far back a customer sees bookings. */
const PAST_MS = 365 * DAY_MS

type Query = OpenCall<typeof operations.listCustomerBookings>['query']

/**
 * A page of the bookings of a customer: upcoming ones, then past ones. All pages are as of the first, so that none is
 * missing or shown twice when a booking begins between two of them.
 */
async function customerBookings(
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

interface Whose {
  readonly organizationId: string
  readonly contact: Contact
}

interface CustomerPage {
  /** Bookings that end later are upcoming. */
  readonly now: Date
  /** Past bookings that ended before are left out. */
  readonly since: Date
  /** The last booking of the page before. */
  readonly after: { readonly isPast: boolean; readonly start: Date; readonly id: string } | undefined
  readonly limit: number
}

const bookingsOf = ({ organizationId, contact: { field, value } }: Whose) => ({
  organization_id: organizationId,
  ...ofCustomer(field, value),
})

/** Bookings of one customer: upcoming ones by their start, then past ones, the latest first. */
async function findBookings(
  { all }: BookingStore,
  whose: Whose,
  { now, since, after, limit }: CustomerPage,
): Promise<BookingRecord[]> {
  const own = bookingsOf(whose)
  const isPast = after?.isPast ?? false
  const behind = (operator: '$gt' | '$lt') =>
    after && {
      $or: [{ start: { [operator]: after.start } }, { start: after.start, _id: { [operator]: after.id } }],
    }
  const ahead = all.find({ ...own, end: { $gt: now }, ...behind('$gt') }).sort({ start: 1, _id: 1 })
  const upcoming = isPast ? [] : await ahead.limit(limit).toArray()
  const left = limit - upcoming.length
  if (left === 0) return upcoming
  const over = { ...own, end: { $lte: now, $gt: since }, ...(isPast && behind('$lt')) }
  const past = await all.find(over).sort({ start: -1, _id: -1 }).limit(left).toArray()
  return [...upcoming, ...past]
}

/** The booking that a customer made last. */
const findLast = async ({ all }: BookingStore, whose: Whose): Promise<BookingRecord | null> =>
  await all.findOne(bookingsOf(whose), { sort: { created_at: -1, _id: -1 } })
