import type { Booking } from './queries.ts'

export const STATUS_WORDS: Readonly<Record<Booking['status'], string>> = {
  pending: 'To be confirmed',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
  no_show: 'No-show',
}

/** Customers are checked in from two hours before the start until two hours after the end. */
const CHECK_IN_AROUND_MS = 2 * 3_600_000

export const isAround = ({ start, end }: Pick<Booking, 'start' | 'end'>, nowMs: number): boolean =>
  nowMs >= Date.parse(start) - CHECK_IN_AROUND_MS && nowMs <= Date.parse(end) + CHECK_IN_AROUND_MS

export const isOpen = ({ status }: Booking): boolean => status === 'pending' || status === 'confirmed'
