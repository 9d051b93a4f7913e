import type { OwnBooking } from '@usher/contracts'
import { entityTag } from '@usher/service-kit'
import { type BookingRecord, changeableUntil } from '../bookings/booking.ts'
import { cancelUntilOf, type ServiceTypeRecord } from '../service-types/service-type.ts'

/** What customers see of their own booking. */
export const ownBookingReply = (record: BookingRecord, type: ServiceTypeRecord) => ({
  body: presentOwnBooking(record, type),
  headers: { etag: entityTag(record.version) },
})

const presentOwnBooking = (record: BookingRecord, type: ServiceTypeRecord): OwnBooking => ({
  organization_id: record.organization_id,
  status: record.status,
  start: record.start.toISOString(),
  end: record.end.toISOString(),
  timezone: record.time_zone,
  time_zone: record.time_zone,
  seats: record.seats,
  cancel_reason: record.cancel_reason,
  name: record.customer.name,
  service_name: record.service_name,
  provider_name: record.provider_name,
  changeable_until: changeableUntil(record, cancelUntilOf(type)).toISOString(),
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
})
