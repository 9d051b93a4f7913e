import { bookingCancelled, bookingCreated, type CloudEvent, type TemplateKind } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { BookingRecord } from './booking-store.ts'

/** How long before its start a customer is reminded of a booking, in ms. */
const REMIND_BEFORE_MS = 24 * 3_600_000

/**
 * A booking from its event.
 *
 * @throws PermanentError for an event without the required data
 */
export function bookingOf({ organizationid, sequence, time, data }: CloudEvent): BookingRecord {
  const parsed = bookingCreated.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a booking')
  const { id: _id, status, time_zone, customer, service_name, provider_name, manage_url } = parsed.data
  const start = new Date(parsed.data.start)
  const remind_at = new Date(start.getTime() - REMIND_BEFORE_MS)
  return {
    ...{ _id, organization_id: organizationid, status, start, time_zone, ...customer },
    ...{ service_name, provider_name, manage_url, sequence },
    // A booking at shorter notice needs no reminder.
    ...(status === 'confirmed' && remind_at > new Date(time) && { remind_at }),
  }
}

export type BookingKind = Extract<TemplateKind, `booking_${string}`>

/** The message to the customer about an event, if any: none about a start that has passed. */
export function bookingKind(
  before: BookingRecord | undefined,
  after: BookingRecord,
  { type, time, data }: CloudEvent,
): BookingKind | undefined {
  if (after.start <= new Date(time)) return undefined
  // Of several at once, the customer is told of the first.
  if ((data as { follows_in_series?: unknown }).follows_in_series) return undefined
  if (type === bookingCancelled.type) return 'booking_cancelled'
  if (after.status !== 'confirmed') return undefined
  if (type === bookingCreated.type || before?.status === 'pending') return 'booking_confirmed'
  return (data as { previous?: unknown }).previous ? 'booking_changed' : undefined
}
