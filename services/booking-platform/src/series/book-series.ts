import {
  type BookingSeriesCreate,
  type bookingSeriesCancelled,
  bookingSeriesCreated,
  type SeriesClash,
  type SeriesService,
} from '@usher/contracts'
import { appendToOutbox, newEvent, newId, type Origin } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { BookingRecord } from '../bookings/booking.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { Booker } from '../scheduling/book.ts'
import { durationOf } from '../service-types/service-type.ts'
import type { SeriesRecord } from './series-store.ts'
import { type Common, takeVisit, type WantedService } from './take-visit.ts'
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
