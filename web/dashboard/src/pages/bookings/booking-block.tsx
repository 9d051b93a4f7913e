import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import type { CSSProperties } from 'react'
import { clockText } from '../../ui/time.ts'
import { type Day, dayIn } from '../../ui/zone-time.ts'
import styles from './calendar.module.css'
import type { Booking } from './queries.ts'
import type { BookingDrag, Place } from './use-booking-drag.ts'
import { isOpen, STATUS_WORDS } from './words.ts'

/** What every calendar view needs to show and move bookings. */
export interface CalendarActions {
  readonly serviceName: (id: string) => string
  readonly onOpen: (booking: Booking) => void
  /** undefined if the member may not move bookings. */
  readonly drag: BookingDrag | undefined
  /** undefined if the member may not book. */
  readonly onCreate: ((place: Place) => void) | undefined
}

interface Props {
  readonly booking: Booking
  /** The day column: a booking over midnight appears on both days. */
  readonly day: Day
  readonly actions: CalendarActions
  readonly withProvider?: string
  readonly style?: CSSProperties
}

/** A booking in the calendar: a button that opens it and, in a grid, can be dragged. */
export function BookingBlock({ booking, day, actions, withProvider, style }: Props) {
  const { id, status, start, end, timezone, customer } = booking
  const service = actions.serviceName(booking.service_type_id)
  const isBegin = dayIn(start, timezone) === day
  // The drop point is the new start, so only the block with the start can be dragged.
  const isMovable = isBegin && actions.drag !== undefined && isOpen(booking)
  const when = isBegin ? clockText(start, timezone) : t`until ${{ time: clockText(end, timezone) }}`
  // In a grid its place shows the time, which leaves room for the name.
  const [title, facts] = style
    ? [customer.name, [when, service]]
    : [`${when} ${customer.name}`, [service, withProvider]]
  return (
    <button
      type="button"
      className={style ? `${styles.block} ${styles.placed}` : styles.block}
      data-status={status}
      style={style}
      data-booking={isMovable ? id : undefined}
      data-held={actions.drag?.heldId === id}
      onClick={() => actions.onOpen(booking)}
    >
      <span className={styles.text}>
        <span className={styles.name}>{title}</span> {facts.filter(Boolean).join(' · ')}
        <VisuallyHidden> {i18n._(STATUS_WORDS[status])}</VisuallyHidden>
      </span>
    </button>
  )
}
