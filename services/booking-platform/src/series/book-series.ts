import {
  type BookingSeriesCreate,
  type bookingSeriesCancelled,
  bookingSeriesCreated,
  type SeriesClash,
  type SeriesService,
} from '@usher/contracts'
import { appendToOutbox, newEvent, newId, type Origin, ProblemError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { slotSpecOf } from '../availability/question.ts'
import type { BookingRecord } from '../bookings/booking.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { type Booker, newBooking } from '../scheduling/book.ts'
import { SlotRefused } from '../scheduling/slot-refused.ts'
import { takeSlot } from '../scheduling/take-slot.ts'
import { durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import type { SeriesRecord } from './series-store.ts'
import { visitsOf } from './visits.ts'

/** Some times of a series that was to be made as a whole are not free. */
export class SeriesRefused extends Error {
  override name = 'SeriesRefused'
  readonly clashes: SeriesClash[]

  constructor(clashes: SeriesClash[]) {
    super('some times of the series are not free')
    this.clashes = clashes
  }
}

interface SeriesRequest {
  readonly body: Pick<BookingSeriesCreate, 'services' | 'start' | 'recurrence' | 'timezone' | 'partial'>
  readonly common: Common
  readonly booker: Booker
  readonly origin: Origin
  /** Most visits; absent: as many as a series may have. */
  readonly maxVisits?: number
}

export interface BookedSeries {
  readonly series: SeriesRecord
  readonly bookings: readonly BookingRecord[]
  readonly clashes: SeriesClash[]
}

/**
 * Books several services and recurring visits in one transaction with their events.
 *
 * @throws ProblemError `not_found`, `validation_failed`; SeriesRefused unless all is free, or what is free suffices
 */
export async function bookSeries(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { body, common, booker, origin, maxVisits }: SeriesRequest,
): Promise<BookedSeries> {
  const timezone = body.timezone ?? booker.timezone
  const services = await wantedServices(session, ctx, booker.organization_id, body.services)
  const { start, recurrence } = body
  const visits = visitsOf({ start, recurrence, timezone, services: services.length, maxVisits })
  const clashes: SeriesClash[] = []
  const taken: BookingRecord[] = []
  for (const visit of visits) {
    const result = await takeVisit(session, ctx, { start: visit, services, booker, common })
    if (!Array.isArray(result)) clashes.push(result)
    else taken.push(...result)
  }
  if (taken.length === 0 || (clashes.length > 0 && !body.partial)) throw new SeriesRefused(clashes)
  const series: SeriesRecord = {
    _id: newId('series'),
    organization_id: booker.organization_id,
    recurrence: recurrence ?? null,
    timezone,
    version: 1,
    created_at: ctx.clock.now(),
  }
  await ctx.series.insert(series, session)
  const bookings = taken.map((booking, index) => ({
    ...booking,
    series: { id: series._id, number: index + 1, count: taken.length },
  }))
  for (const [index, after] of bookings.entries()) {
    await saveBooking(session, ctx, { before: null, after, origin, followsInSeries: index > 0 })
  }
  const event = seriesEvent(bookingSeriesCreated, series, { bookings, time: series.created_at, origin })
  await appendToOutbox(ctx.outbox, [event], session)
  return { series, bookings, clashes }
}

/** @throws ProblemError `not_found`, `validation_failed` */
async function wantedServices(
  session: ClientSession,
  ctx: BookingPlatformContext,
  organizationId: string,
  asked: readonly SeriesService[],
): Promise<WantedService[]> {
  const services = []
  for (const [index, { service_type_id, provider_id, duration_minutes, seats = 1 }] of asked.entries()) {
    const type = await ctx.serviceTypes.require(organizationId, service_type_id, session)
    const minutes = durationOf(type, duration_minutes, `/services/${index}/duration_minutes`)
    services.push({ type, providerId: provider_id, minutes, seats })
  }
  return services
}

interface SeriesEvent {
  readonly bookings: readonly BookingRecord[]
  readonly time: Date
  readonly origin: Origin
}

/** The event about a series as of its version. */
export const seriesEvent = (
  type: typeof bookingSeriesCreated | typeof bookingSeriesCancelled,
  { _id, recurrence, timezone, version }: SeriesRecord,
  { bookings, time, origin }: SeriesEvent,
) =>
  newEvent(type, {
    subject: _id,
    sequence: version,
    time,
    origin,
    data: { id: _id, recurrence, timezone, booking_ids: bookings.map((booking) => booking._id) },
  })

/** One service of a visit. */
interface WantedService {
  readonly type: ServiceTypeRecord
  readonly providerId: string | undefined
  readonly minutes: number
  readonly seats: number
}

/** What all bookings of a series have in common. */
type Common = Pick<BookingRecord, 'customer' | 'notes' | 'metadata' | 'answers' | 'source'>

interface Visit {
  readonly start: Date
  readonly services: readonly WantedService[]
  readonly booker: Booker
  readonly common: Common
}

/**
 * Takes the times of the services of one visit, each right after the one before: all of them, or none and the clash
 * that was found. The bookings are not saved yet.
 */
async function takeVisit(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { start, services, booker, common }: Visit,
): Promise<BookingRecord[] | SeriesClash> {
  const now = ctx.clock.now()
  const taken: BookingRecord[] = []
  let at = start
  for (const service of services) {
    const { type, minutes, seats } = service
    const id = newId('booking')
    try {
      const provider = await takeSlot(session, ctx, {
        organizationId: booker.organization_id,
        timezone: booker.timezone,
        type,
        spec: slotSpecOf(type, minutes, seats),
        providerId: service.providerId,
        start: at.getTime(),
        by: id,
        expires: null,
        followsAnother: taken.length > 0,
      })
      const booking = newBooking({ id, common, seats, minutes, start: at, type, provider, now })
      taken.push(booking)
      await ctx.limits.require(type, { before: null, after: booking }, session)
    } catch (error) {
      const clash = clashOf(error)
      if (!clash) throw error
      for (const booking of taken) await ctx.ledgers.release(reservationOf(booking), now, session)
      return { ...clash, start: at.toISOString(), service_type_id: type._id, nearest: null }
    }
    at = new Date(at.getTime() + minutes * MINUTE_MS)
  }
  return taken
}

function clashOf(error: unknown): Pick<SeriesClash, 'code' | 'rules'> | undefined {
  if (error instanceof SlotRefused) return { code: 'slot_unavailable', rules: [...error.rules] }
  const isLimit = error instanceof ProblemError && error.code === 'limit_reached'
  return isLimit ? { code: 'limit_reached', rules: [] } : undefined
}
