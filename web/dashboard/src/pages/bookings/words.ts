import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Booking } from './queries.ts'

export const STATUS_WORDS: Readonly<Record<Booking['status'], MessageDescriptor>> = {
  pending: msg({ message: 'To be confirmed', context: 'status of a booking' }),
  confirmed: msg({ message: 'Confirmed', context: 'status of a booking' }),
  cancelled: msg({ message: 'Cancelled', context: 'status of a booking' }),
  completed: msg({ message: 'Completed', context: 'status of a booking' }),
  no_show: msg({ message: 'No-show', context: 'status of a booking' }),
}

/** As `AROUND_HOURS` of booking-platform, which refuses to check in before or after. */
const CHECK_IN_AROUND_MS = 2 * 3_600_000

export const isCheckInTime = ({ start, end }: Pick<Booking, 'start' | 'end'>, nowMs: number): boolean =>
  nowMs >= Date.parse(start) - CHECK_IN_AROUND_MS && nowMs <= Date.parse(end) + CHECK_IN_AROUND_MS

export const isOpen = ({ status }: Booking): boolean => status === 'pending' || status === 'confirmed'
