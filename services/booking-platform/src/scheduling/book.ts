import type { Booking, BookingCreate, Caller } from '@usher/contracts'
import { localDate } from '@usher/contracts/zones'
import { invalidField, newId, type Origin, ProblemError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { slotSpecOf } from '../availability/question.ts'
import { type BookingRecord, NOT_CHECKED_IN } from '../bookings/booking.ts'
import { customerOf } from '../bookings/customer.ts'
import type { HoldRecord } from '../bookings/hold-store.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import type { ProviderRecord } from '../providers/provider.ts'
import { durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import { takeSlot } from './take-slot.ts'

/** For whom something is booked: the organisation, and what its customers' phones and days go by. */
export type Booker = Pick<Caller, 'organization_id' | 'country' | 'timezone'>

interface Given {
  readonly body: BookingCreate
  /** What the customer was asked. */
  readonly answers?: Booking['answers']
  readonly caller: Booker
  readonly origin: Origin
}

/** What to book, from the request or from the hold it names. */
interface Order {
  readonly typeId: string
  readonly providerId: string | undefined
  readonly start: Date
  readonly durationMinutes: number | undefined
  readonly seats: number
  readonly hold: HoldRecord | undefined
}

/**
 * Books a free or held time, in one transaction with its event.
 *
 * @throws ProblemError `not_found`, `slot_unavailable`, `limit_reached`, `hold_expired`, `validation_failed`
 */
export async function book(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { body, answers = {}, caller, origin }: Given,
): Promise<BookingRecord> {
  const organizationId = caller.organization_id
  const order = await orderOf(session, ctx, organizationId, body)
  const type = await ctx.serviceTypes.require(organizationId, order.typeId, session)
  const { hold } = order
  const minutes = hold ? order.durationMinutes : durationOf(type, order.durationMinutes, '/duration_minutes')
  const spec = slotSpecOf(type, minutes ?? type.duration_minutes, order.seats)
  const id = newId('booking')
  const provider = await takeSlot(session, ctx, {
    organizationId,
    timezone: caller.timezone,
    type,
    spec,
    providerId: order.providerId,
    start: order.start.getTime(),
    by: id,
    expires: null,
    ...(hold && { replaces: reservationOf(hold), isOwn: true }),
  })
  if (hold && order.seats < hold.seats) await noteFreed(session, ctx, hold)
  const { notes = null, metadata = {}, source = 'api' } = body
  const common = { customer: customerOf(body.customer, caller.country), notes, metadata, answers, source }
  const record = newBooking({
    id,
    common,
    seats: order.seats,
    minutes: minutes ?? type.duration_minutes,
    start: order.start,
    type,
    provider,
    now: ctx.clock.now(),
  })
  await ctx.limits.require(type, { before: null, after: record }, session)
  await saveBooking(session, ctx, { before: null, after: record, origin })
  return record
}

async function orderOf(
  session: ClientSession,
  ctx: BookingPlatformContext,
  organizationId: string,
  body: BookingCreate,
): Promise<Order> {
  if (body.hold_id === undefined) {
    return {
      typeId: body.service_type_id ?? '',
      providerId: body.provider_id,
      start: new Date(body.start ?? ''),
      durationMinutes: body.duration_minutes,
      seats: body.seats ?? 1,
      hold: undefined,
    }
  }
  const hold = await ctx.holds.take(organizationId, body.hold_id, session)
  if (hold.expires_at <= ctx.clock.now()) {
    throw new ProblemError(
      'hold_expired',
      'The hold has reached its longest time. Search for the time again.',
    )
  }
  const { seats = hold.seats } = body
  if (seats > hold.seats) {
    throw invalidField('/seats', `must be at most the ${hold.seats} that are held`, 'out_of_range')
  }
  return {
    typeId: hold.service_type_id,
    providerId: hold.provider_id,
    start: hold.start,
    durationMinutes: (hold.end.getTime() - hold.start.getTime()) / MINUTE_MS,
    seats,
    hold,
  }
}

interface NewBooking {
  readonly id: string
  readonly common: Pick<BookingRecord, 'customer' | 'notes' | 'metadata' | 'answers' | 'source'>
  readonly seats: number
  readonly minutes: number
  readonly start: Date
  readonly type: ServiceTypeRecord
  readonly provider: ProviderRecord
  readonly now: Date
}

/** A booking as it begins. */
export const newBooking = ({
  id,
  common,
  seats,
  minutes,
  start,
  type,
  provider,
  now,
}: NewBooking): BookingRecord => ({
  _id: id,
  organization_id: type.organization_id,
  status: type.requires_confirmation ? 'pending' : 'confirmed',
  service_type_id: type._id,
  service_name: type.name,
  capacity: type.capacity,
  ...placeOf(provider, start, minutes),
  seats,
  ...common,
  cancel_reason: null,
  version: 1,
  created_at: now,
  updated_at: now,
  cancelled_at: null,
  ...NOT_CHECKED_IN,
  anonymized_at: null,
})

/** The fields of a booking that say when and with whom it is. */
export const placeOf = (provider: ProviderRecord, start: Date, minutes: number) => ({
  provider_id: provider._id,
  provider_name: provider.name,
  time_zone: provider.time_zone,
  start,
  end: new Date(start.getTime() + minutes * MINUTE_MS),
  local_date: localDate(start, provider.time_zone),
})
