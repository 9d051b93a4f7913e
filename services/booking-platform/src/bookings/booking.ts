import type { Booking, BookingStatus, FieldChanges } from '@usher/contracts'
import { changesBetween, ProblemError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'

/** A booking as stored. */
export interface BookingRecord
  extends Omit<Booking, 'id' | 'timezone' | 'manage_url' | 'answers' | 'series' | Timestamps> {
  readonly _id: string
  readonly organization_id: string
  /** That of the provider when it was booked or moved. */
  readonly time_zone: string
  /** Names of the service type and the provider when it was booked or moved. */
  readonly service_name: string
  readonly provider_name: string
  /** Of the service type when the booking was last written; absent in older records. */
  readonly capacity?: number
  /** Day that limits count by, in the provider's time zone: YYYY-MM-DD. */
  readonly local_date: string
  /** None in bookings of before there were questions. */
  readonly answers?: Booking['answers']
  /** The series in which it was made, if any. */
  readonly series?: Booking['series']
  /** Number of its events so far; each change adds one. */
  readonly version: number
  readonly start: Date
  readonly end: Date
  readonly created_at: Date
  readonly updated_at: Date
  readonly cancelled_at: Date | null
  readonly checked_in_at: Date | null
  /** Identifies the check-in attempt in the queue service's reply. */
  readonly check_in_id: string | null
  /** The page of the guest whom the customer became, sealed; absent: not known. */
  readonly place_link?: string
  /** When it was anonymised. */
  readonly anonymized_at: Date | null
}

type Timestamps = 'start' | 'end' | 'created_at' | 'updated_at' | 'cancelled_at' | 'checked_in_at'

/** Returns the URL of the page on which customers see their booking. */
export type ManageUrl = (bookingId: string) => string

/** Check-in fields of a booking that is not checked in. */
export const NOT_CHECKED_IN = {
  checked_in_at: null,
  check_in_id: null,
  queue_id: null,
  guest_id: null,
  check_in_error: null,
} as const

/** Allowed status changes, other than cancelling. */
const NEXT: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ['confirmed'],
  confirmed: ['completed', 'no_show'],
  completed: ['no_show'],
  no_show: ['completed'],
  cancelled: [],
}

/** Whether the booking is still to take place. */
export const isOpen = ({ status }: Pick<BookingRecord, 'status'>): boolean =>
  status === 'pending' || status === 'confirmed'

/** @throws ProblemError `invalid_transition` */
export function requireOpen(booking: BookingRecord, what: string): void {
  if (isOpen(booking)) return
  throw new ProblemError('invalid_transition', `A booking that is ${booking.status} cannot be ${what}.`)
}

/** Until when customers can change a booking by themselves. @param until minutes before the start */
export const changeableUntil = ({ start }: Pick<BookingRecord, 'start'>, until: number): Date =>
  new Date(start.getTime() - until * MINUTE_MS)

/** @throws ProblemError `invalid_transition` once customers can change it by themselves no more */
export function requireAhead(
  booking: Pick<BookingRecord, 'start'>,
  { now, until }: { readonly now: Date; readonly until: number },
): void {
  if (changeableUntil(booking, until) > now) return
  const message =
    booking.start > now
      ? `A booking can be moved or cancelled with its link until ${until} minutes before its start.`
      : 'A booking that has started cannot be moved or cancelled with its link.'
  throw new ProblemError('invalid_transition', message)
}

/**
 * Checks a status change. An outcome can be set only once the booking has started at its current time.
 *
 * @param isMoved whether the same change moves it to another time or provider
 * @throws ProblemError `invalid_transition`; keeping the status is no change
 */
export function requireNext(
  { status, start }: BookingRecord,
  wanted: BookingStatus,
  { now, isMoved }: { now: Date; isMoved: boolean },
): void {
  if (status === wanted) return
  if (!NEXT[status].includes(wanted)) {
    throw new ProblemError('invalid_transition', `A booking that is ${status} cannot become ${wanted}.`)
  }
  if (wanted === 'confirmed' || (start <= now && !isMoved)) return
  const message = `A booking becomes ${wanted} once it has begun, and not while it is moved.`
  throw new ProblemError('invalid_transition', message)
}

export const presentBooking = (record: BookingRecord, manageUrl: ManageUrl): Booking => ({
  id: record._id,
  status: record.status,
  service_type_id: record.service_type_id,
  provider_id: record.provider_id,
  start: record.start.toISOString(),
  end: record.end.toISOString(),
  timezone: record.time_zone,
  seats: record.seats,
  customer: record.customer,
  notes: record.notes,
  metadata: record.metadata,
  answers: record.answers ?? {},
  source: record.source,
  cancel_reason: record.cancel_reason,
  series: record.series ?? null,
  manage_url: manageUrl(record._id),
  created_at: record.created_at.toISOString(),
  updated_at: record.updated_at.toISOString(),
  cancelled_at: record.cancelled_at?.toISOString() ?? null,
  checked_in_at: record.checked_in_at?.toISOString() ?? null,
  queue_id: record.queue_id,
  guest_id: record.guest_id,
  check_in_error: record.check_in_error,
})

const FACTS = [
  ...(['status', 'service_type_id', 'provider_id', 'start', 'end', 'seats', 'customer', 'notes'] as const),
  ...(['metadata', 'answers', 'source', 'cancel_reason', 'checked_in_at', 'queue_id'] as const),
] as const

type Facts = Pick<BookingRecord, (typeof FACTS)[number]>

const factsOf = (record: BookingRecord | null): Facts | null =>
  record && (Object.fromEntries(FACTS.map((name) => [name, record[name]])) as unknown as Facts)

/** Audited changes. */
export const bookingChanges = (before: BookingRecord | null, after: BookingRecord | null): FieldChanges =>
  changesBetween<Facts>(factsOf(before), factsOf(after), [
    'customer',
    'notes',
    'metadata',
    'answers',
    'cancel_reason',
  ])
