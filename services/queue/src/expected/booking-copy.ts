import { bookingCopySchema, type CloudEvent } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { ExpectedRecord } from '../records/expected-record.ts'

export type BookingCopy = Omit<ExpectedRecord, 'guest_id'>

/** When the copy of a booking is deleted. */
export const deleteAt = (end: Date): Date => new Date(end.getTime() + DAY_MS)

/**
 * The copy of a booking from its event, with the customer only while they are expected.
 *
 * @throws PermanentError for an event without the data of a booking
 */
export function bookingCopyOf({ organizationid, sequence, data }: CloudEvent): BookingCopy {
  const parsed = bookingCopySchema.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a booking')
  const { id: _id, status, service_type_id, seats, customer } = parsed.data
  const isExpected = status === 'confirmed'
  const end = new Date(parsed.data.end)
  return {
    _id,
    organization_id: organizationid,
    sequence,
    status,
    service_type_id,
    seats,
    end,
    start: new Date(parsed.data.start),
    name: isExpected ? customer.name : null,
    phone: isExpected ? customer.phone : null,
    email: isExpected ? customer.email : null,
    locale: isExpected ? customer.locale : null,
    delete_at: deleteAt(end),
  }
}

const SEEN_IN_LINE = ['status', 'service_type_id', 'start', 'end', 'seats', 'name'] as const

/** Whether a line looks the same with either copy. */
export const isSameInLine = (one: BookingCopy, other: BookingCopy): boolean =>
  SEEN_IN_LINE.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
