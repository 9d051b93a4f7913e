import type { Booking } from './queries.ts'

export const STATUS_WORDS: Readonly<Record<Booking['status'], string>> = {
  pending: 'To be confirmed',
  confirmed: 'Confirmed',
  cancelled: 'Cancelled',
  completed: 'Completed',
  no_show: 'No-show',
}

export const isOpen = ({ status }: Booking): boolean => status === 'pending' || status === 'confirmed'
