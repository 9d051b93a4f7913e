import type { Booking } from './queries.ts'

export const STATUS_WORDS: Readonly<Record<Booking['status'], string>> = {
  pending: 'To be confirmed',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
  no_show: 'No-show',
}

/** As `AROUND_HOURS` of booking-platform, which refuses to check in before or after. */
const CHECK_IN_AROUND_MS = 2 * 3_600_000

export const isCheckInTime = ({ start, end }: Pick<Booking, 'start' | 'end'>, nowMs: number): boolean =>
  nowMs >= Date.parse(start) - CHECK_IN_AROUND_MS && nowMs <= Date.parse(end) + CHECK_IN_AROUND_MS

export const isOpen = ({ status }: Booking): boolean => status === 'pending' || status === 'confirmed'
