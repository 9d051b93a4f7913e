import type { BookingUpdate, Caller } from '@usher/contracts'
import type { Origin, Target } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { slotSpecOf } from '../availability/question.ts'
import { type BookingRecord, requireAhead, requireNext, requireOpen } from '../bookings/booking.ts'
import { customerOf } from '../bookings/customer.ts'
import { saveBooking } from '../bookings/save-booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreed } from '../freed/freed.ts'
import { reservationOf } from '../ledger/ledger-store.ts'
import { cancelUntilOf, durationOf, type ServiceTypeRecord } from '../service-types/service-type.ts'
import { placeOf } from './book.ts'
import { takeSlot } from './take-slot.ts'

interface Change {
  readonly target: Target
  readonly given: BookingUpdate
  readonly caller: Pick<Caller, 'country' | 'timezone'>
  readonly origin: Origin
  /** Whether the customer changes it, which is refused once it is too late for that. */
  readonly isAheadOnly?: boolean
}

interface Changed {
  readonly before: BookingRecord
  readonly after: BookingRecord
}

/**
 * Moves a booking, or changes its details or status; all or nothing.
 *
 * @throws ProblemError `not_found`, `precondition_failed`, `invalid_transition`, `slot_unavailable`,
 * `limit_reached`
 */
export async function changeBooking(
  session: ClientSession,
  ctx: BookingPlatformContext,
  change: Change,
): Promise<Changed> {
  const { given, caller, origin } = change
  const before = await ctx.bookings.requireMatching(change.target, session)
  const now = ctx.clock.now()
  const isMoved = changesSlot(before, given)
  const type = await ctx.serviceTypes.require(before.organization_id, before.service_type_id, session)
  if (change.isAheadOnly) requireAhead(before, { now, until: cancelUntilOf(type) })
  if (given.status) requireNext(before, given.status, { now, isMoved })
  const { seats = before.seats, notes = before.notes, metadata = before.metadata } = given
  const details = {
    ...before,
    seats,
    notes,
    metadata,
    status: given.status ?? before.status,
    capacity: type.capacity,
    customer: given.customer ? customerOf(given.customer, caller.country) : before.customer,
    version: before.version + 1,
    updated_at: now,
  }
  let after: BookingRecord = details
  if (isMoved || seats !== before.seats) {
    requireOpen(before, 'moved')
    after = await moveBooking(session, ctx, { before, after: details }, { ...change, type, isMoved })
  }
  if (after.status !== 'cancelled') await ctx.limits.require(type, { before, after }, session)
  await saveBooking(session, ctx, { before, after, origin })
  return { before, after }
}

/** Whether the update changes the time, duration or provider. */
function changesSlot(
  before: BookingRecord,
  { start, duration_minutes, provider_id }: BookingUpdate,
): boolean {
  return (
    (start !== undefined && Date.parse(start) !== before.start.getTime()) ||
    (duration_minutes !== undefined && duration_minutes !== minutesOf(before)) ||
    (provider_id !== undefined && provider_id !== before.provider_id)
  )
}

const minutesOf = ({ start, end }: BookingRecord): number => (end.getTime() - start.getTime()) / MINUTE_MS

/** Releases the time of a booking and reserves the new one in one step. */
async function moveBooking(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { before, after }: Changed,
  { given, caller, type, isMoved }: Change & { type: ServiceTypeRecord; isMoved: boolean },
): Promise<BookingRecord> {
  const minutes = minutesAsked(type, before, given)
  const start = given.start === undefined ? before.start : new Date(given.start)
  const current = { ...before, seats: after.seats, time_zone: caller.timezone }
  const providerId = isMoved ? given.provider_id : before.provider_id
  const provider = await takeSlot(session, ctx, {
    ...(await moveRequestOf(ctx, type, current, { providerId, minutes }, session)),
    start: start.getTime(),
    by: before._id,
    expires: null,
    replaces: reservationOf(before),
    isOwn: !isMoved,
  })
  if (isMoved || after.seats < before.seats) await noteFreed(session, ctx, before)
  return { ...after, ...placeOf(provider, start, minutes), service_name: type.name }
}

/**
 * What to search for when a booking is moved: free seats, not counting this booking's own.
 *
 * @param other another provider or duration
 */
export async function moveRequestOf(
  ctx: Pick<BookingPlatformContext, 'providers'>,
  type: ServiceTypeRecord,
  booking: BookingRecord,
  other: { providerId?: string | undefined; minutes?: number } = {},
  session?: ClientSession,
) {
  return {
    organizationId: booking.organization_id,
    timezone: booking.time_zone,
    type,
    spec: slotSpecOf(type, other.minutes ?? minutesOf(booking), booking.seats),
    providerId: other.providerId ?? (await currentProvider(ctx, type, booking, session)),
    without: [booking._id],
    ownDay: booking.local_date,
  }
}

/** The provider of a booking; undefined (any) if that provider can no longer be booked for it. */
async function currentProvider(
  { providers }: Pick<BookingPlatformContext, 'providers'>,
  type: ServiceTypeRecord,
  { organization_id, provider_id }: BookingRecord,
  session?: ClientSession,
): Promise<string | undefined> {
  const ofType = type.provider_ids.filter((id) => id === provider_id)
  const [found] = await providers.findMany(organization_id, ofType, session)
  return found?.active && !found.archived_at ? provider_id : undefined
}

/** Keeps the current duration unless another is requested, even if it is no longer offered. */
const minutesAsked = (type: ServiceTypeRecord, before: BookingRecord, { duration_minutes }: BookingUpdate) =>
  duration_minutes === undefined ? minutesOf(before) : durationOf(type, duration_minutes, '/duration_minutes')

interface Cancellation {
  readonly target: Target
  readonly reason: string | null
  readonly origin: Origin
  readonly isAheadOnly?: boolean
  /** Whether it is cancelled together with an earlier booking of its series. */
  readonly followsInSeries?: boolean
}

/**
 * Cancels a booking and releases its time. @throws ProblemError `not_found`, `precondition_failed`,
 * `invalid_transition`
 */
export async function cancelBooking(
  session: ClientSession,
  ctx: BookingPlatformContext,
  { target, reason, origin, isAheadOnly, followsInSeries = false }: Cancellation,
): Promise<Changed> {
  const before = await ctx.bookings.requireMatching(target, session)
  requireOpen(before, 'cancelled')
  const now = ctx.clock.now()
  if (isAheadOnly) {
    const type = await ctx.serviceTypes.require(before.organization_id, before.service_type_id, session)
    requireAhead(before, { now, until: cancelUntilOf(type) })
  }
  await ctx.ledgers.release(reservationOf(before), now, session)
  await noteFreed(session, ctx, before)
  const after: BookingRecord = {
    ...before,
    status: 'cancelled',
    cancel_reason: reason,
    version: before.version + 1,
    updated_at: now,
    cancelled_at: now,
  }
  await saveBooking(session, ctx, { before, after, origin, followsInSeries })
  return { before, after }
}
