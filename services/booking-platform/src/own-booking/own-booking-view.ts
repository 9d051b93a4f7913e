import type { OwnBooking } from '@usher/contracts'
import { entityTag } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { type BookingRecord, changeableUntil } from '../bookings/booking.ts'
import { isAround } from '../check-in/check-in.ts'
import { canCheckInOwn } from '../check-in/check-in-own.ts'
import type { BookingPlatformContext } from '../context.ts'
import { cancelUntilOf, type ServiceTypeRecord } from '../service-types/service-type.ts'

type Context = Pick<BookingPlatformContext, 'queueCopies' | 'clock' | 'placeLinks'>

/** What customers see of their own booking. */
export async function ownBookingReply(
  ctx: Context,
  record: BookingRecord,
  type: ServiceTypeRecord,
  session?: ClientSession,
) {
  const can_check_in = await canCheckInOwn(ctx, record, session)
  const place_url = placeUrlOf(ctx, record)
  const body: OwnBooking = { ...presentOwnBooking(record, type), can_check_in, place_url }
  // They change with the time, too.
  return { body, headers: { etag: entityTag(record.version, Number(can_check_in), place_url ? 1 : 0) } }
}

const placeUrlOf = ({ clock, placeLinks }: Context, booking: BookingRecord): string | null =>
  booking.place_link && isAround(booking, clock.now())
    ? placeLinks.open(booking._id, booking.place_link)
    : null

const presentOwnBooking = (record: BookingRecord, type: ServiceTypeRecord) => ({
  organization_id: record.organization_id,
  status: record.status,
  start: record.start.toISOString(),
  end: record.end.toISOString(),
  timezone: record.time_zone,
  seats: record.seats,
  cancel_reason: record.cancel_reason,
  name: record.customer.name,
  service_name: record.service_name,
  provider_name: record.provider_name,
  changeable_until: changeableUntil(record, cancelUntilOf(type)).toISOString(),
  checked_in_at: record.checked_in_at?.toISOString() ?? null,
  check_in_error: record.check_in_error,
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
})
