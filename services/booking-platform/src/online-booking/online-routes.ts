import { type OnlineSeriesCreate, operations } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { notFound, type OperationRouter, type Verdict } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { asOf } from '../availability/as-of.ts'
import { slotSpecOf } from '../availability/question.ts'
import { rangeAsked, requireBounded } from '../availability/range-asked.ts'
import { COST } from '../availability/searches.ts'
import type { SlotsContext } from '../availability/slot-cache.ts'
import { tagOf } from '../availability/tag.ts'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'
import { type BookingRecord, bookingChanges } from '../bookings/booking.ts'
import { keyOf, noteOf, originOf } from '../bookings/by-customer.ts'
import { useCode } from '../codes/check-code.ts'
import { ownBookingReply } from '../own-booking/own-booking-view.ts'
import { bookingCommand } from '../scheduling/booking-command.ts'
import { holdSlot, presentHold, replaceHold } from '../scheduling/hold.ts'
import { namingClashes } from '../series/clashes.ts'
import { visitsOf } from '../series/visits.ts'
import { durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import { bookOnline, bookSeriesOnline } from './book-online.ts'
import { type BookingSize, bookableByOne, requireShare } from './day-share.ts'
import { type OnlineServiceType, onlinePage, requireOnline } from './online-page.ts'
import { attemptOnPage, pageOf } from './page-actions.ts'
import { proveCustomer, wantedTypes } from './prove-customer.ts'

const MAX_DAYS = 14
/** Most days whose free times are only counted. */
const MAX_DAYS_SHOWN = 31
/** Minutes that a time is held for a customer. */
const HOLD_MINUTES = 10

/** What a customer looks for, and when. */
interface OnlineSearch {
  readonly service_type_id: string
  readonly provider_id?: string | undefined
  readonly duration?: number | undefined
  readonly seats: number
  readonly from: string
  readonly to: string
  readonly timezone?: string | undefined
}

/** Routes for customers who book by themselves, on the page with the slug. */
export function onlineBookingRoutes(ctx: SlotsContext, { on }: OperationRouter): void {
  const bookedReply = async (booking: BookingRecord, type: ServiceTypeRecord, session: ClientSession) => {
    const { body, headers } = await ownBookingReply(ctx, booking, type, session)
    return { body: { ...body, manage_url: ctx.manageUrl(booking._id) }, headers }
  }

  on(operations.getOnlineBookingPage, async ({ params }) => {
    const body = await onlinePage(ctx, await pageOf(ctx, params.slug))
    return { body, headers: { etag: tagOf(body) } }
  })

  /** @throws ProblemError `not_found`, `validation_failed`, `rate_limited` */
  const search = async (
    slug: string,
    query: OnlineSearch,
    { clientAddress, maxDays }: { readonly clientAddress: string; readonly maxDays: number },
  ) => {
    // Refuse before anything is read: a refusal must cost little.
    await ctx.searches.spend(0, { address: clientAddress })
    const { organization_id, ...page } = await pageOf(ctx, slug)
    const by = { address: clientAddress, page: organization_id }
    await ctx.searches.spend(0, by)
    const type = requireOnline(await ctx.serviceTypes.find(organization_id, query.service_type_id))
    const spec = slotSpecOf(type, durationOf(type, query.duration, '?duration'), query.seats)
    const { provider_id: providerId, timezone = page.timezone } = query
    const range = rangeAsked(query, timezone, maxDays)
    const question = {
      organizationId: organization_id,
      ...{ timezone: page.timezone, type, spec, providerId, range },
    }
    requireBounded(question)
    const as_of = await asOf(ctx, question)
    return { ...(await ctx.cachedSlots(question, by)), as_of, by, timezone }
  }

  on(operations.listOnlineTimes, async ({ params, query, clientAddress }) => {
    const { data, etag, as_of, by } = await search(params.slug, query, { clientAddress, maxDays: MAX_DAYS })
    await ctx.searches.spend(data.length * COST.show, by)
    const shown = data.map(({ start, end, seats_left }) => ({ start, end, seats_left }))
    return { body: { data: shown, as_of }, headers: { etag } }
  })

  on(operations.listOnlineDays, async ({ params, query, clientAddress }) => {
    const asked = { clientAddress, maxDays: MAX_DAYS_SHOWN }
    const { data, etag, as_of, by, timezone } = await search(params.slug, query, asked)
    await ctx.searches.spend(data.length, by)
    const days = Map.groupBy(data, ({ start }) => localDate(start, timezone))
    const shown = [...days].map(([date, { length: times }]) => ({ date, times }))
    return { body: { data: shown, as_of }, headers: { etag } }
  })

  on(operations.holdOnline, async (call) => {
    const page = await pageOf(ctx, call.params.slug)
    const { body } = call
    const networks = ctx.networkHashes(call.clientAddress)
    const turn = { ...body, organization_id: page.organization_id }
    const command = { idempotency: keyOf(page, call.idempotency), turn }
    return await attemptOnPage(ctx, { page, call, action: 'hold' }, ({ refusal }) =>
      bookingCommand(ctx, command, async (session) => {
        if (refusal) throw refusal
        const type = requireOnline(
          await ctx.serviceTypes.find(page.organization_id, body.service_type_id, session),
        )
        const { replaces, ...wanted } = body
        if (replaces) await replaceHold(session, ctx, { organizationId: page.organization_id, id: replaces })
        const asked = { ...wanted, seats: body.seats ?? 1, minutes: HOLD_MINUTES }
        const hashes = networks.map(({ hash }) => hash)
        const hold = await holdSlot(session, ctx, { body: asked, caller: page, networks: hashes })
        await requireShare(session, ctx, hold, { type, networks })
        const location = `/api/booking-holds/${hold._id}`
        return {
          body: presentHold(hold),
          headers: { location },
          audit: { ...noteOf(page), resource: hold._id },
        }
      }),
    )
  })

  on(operations.bookOnline, async (call) => {
    const page = await pageOf(ctx, call.params.slug)
    return await attemptOnPage(ctx, { page, call, action: 'booking' }, async ({ refusal }) => {
      // A repeat no longer finds the hold.
      const hold = await ctx.holds.find(page.organization_id, call.body.hold_id)
      const type = hold && (await ctx.serviceTypes.find(page.organization_id, hold.service_type_id))
      const minutes = hold ? (hold.end.getTime() - hold.start.getTime()) / MINUTE_MS : undefined
      const turn = { ...(hold ?? page), isBooked: true }
      const command = { idempotency: keyOf(page, call.idempotency), turn }
      // The attempt itself reports a missing service type.
      const wanted = type ? [{ type, minutes, seats: hold.seats }] : []
      return await onDays({ page, call, wanted, days: hold ? [hold.local_date] : [] }, (share) =>
        bookingCommand(ctx, command, async (session) => {
          if (refusal) throw refusal
          if (!hold) throw notFound('hold')
          const { isProved, codes } = await proveCustomer(ctx, page, [requireOnline(type)], call)
          if (share.refusal && !isProved) throw share.refusal
          for (const code of codes) await useCode(session, ctx, code)
          const origin = originOf(page, call)
          const { booking, type: booked } = await bookOnline(session, ctx, {
            page,
            body: call.body,
            origin,
          })
          const { body, headers } = await bookedReply(booking, booked, session)
          return {
            body,
            headers: { ...headers, location: `/public/bookings/${ctx.tokens.of(booking._id)}` },
            audit: { ...noteOf(page), resource: booking._id, changes: bookingChanges(null, booking) },
          }
        }),
      )
    })
  })

  on(operations.bookSeriesOnline, async (call) => {
    const page = await pageOf(ctx, call.params.slug)
    const { services } = call.body
    const types = await wantedTypes(ctx, page, services)
    const cost = services.length * mostVisits(call.body, types)
    return await attemptOnPage(ctx, { page, call, action: 'booking', cost }, ({ refusal }) =>
      namingClashes(ctx, { booker: page, services }, () => {
        const days = refusal ? [] : daysOfSeries(call.body, page.timezone)
        const wanted = services.flatMap(({ service_type_id, duration_minutes: minutes, seats }) =>
          types.filter(({ _id }) => _id === service_type_id).map((type) => ({ type, minutes, seats })),
        )
        return onDays({ page, call, wanted, days }, (share) =>
          ctx.idempotency.once(keyOf(page, call.idempotency), async (session) => {
            if (refusal) throw refusal
            const { isProved, codes } = await proveCustomer(ctx, page, types, call)
            if (share.refusal && !isProved) throw share.refusal
            for (const code of codes) await useCode(session, ctx, code)
            const given = { page, body: call.body, origin: originOf(page, call) }
            const { series, bookings, clashes, types: booked } = await bookSeriesOnline(session, ctx, given)
            const shown = []
            // One after another: a transaction does not allow parallel operations.
            for (const booking of bookings) {
              const its = booked.find(({ _id }) => _id === booking.service_type_id)
              if (its) shown.push((await bookedReply(booking, its, session)).body)
            }
            // Customers have no page for the series itself.
            const location = `/public/bookings/${ctx.tokens.of(bookings[0]?._id ?? '')}`
            return {
              body: { bookings: shown, clashes },
              headers: { location },
              audit: { ...noteOf(page), resource: series._id },
            }
          }),
        )
      }),
    )
  })

  /** Counts bookings against the share of a day that one address may book. */
  const onDays = async <T>(
    { page, call, wanted, days }: OnDays,
    work: (share: Verdict) => Promise<T>,
  ): Promise<T> => {
    const [first] = days
    const { cost, points } = await bookableByOne(ctx, first === undefined ? [] : wanted, first ?? '')
    return await ctx.guard.attempt(
      'booking_of_day',
      (wanted.length > 0 ? days : []).map((day) => ({ page: page._id, address: call.clientAddress, day })),
      work,
      { cost, points: { address: points } },
    )
  }
}

interface OnDays {
  readonly page: BookingPageRecord
  readonly call: { readonly clientAddress: string }
  /** The bookings of one visit. */
  readonly wanted: readonly BookingSize[]
  /** A local day for each visit. */
  readonly days: readonly string[]
}

type Recurring = Pick<OnlineSeriesCreate, 'services' | 'start' | 'recurrence' | 'timezone'>

/** Upper bound of the visits of a series, as finding them costs more. */
function mostVisits({ recurrence }: Recurring, types: readonly OnlineServiceType[]): number {
  if (recurrence === undefined || types.length === 0) return 1
  const count = Number(/;COUNT=(\d+)/.exec(recurrence)?.[1] ?? Infinity)
  return Math.max(1, Math.min(count, ...types.map(({ online_booking }) => online_booking.max_visits)))
}

/** The local day of each visit of a series. */
function daysOfSeries({ start, recurrence, timezone, services }: Recurring, zone: string): string[] {
  const visits = visitsOf({ start, recurrence, timezone: timezone ?? zone, services: services.length })
  return visits.map((visit) => localDate(visit, timezone ?? zone))
}
