import type { Point } from '../../ui/use-drag.ts'
import { useDrag } from '../../ui/use-drag.ts'
import type { Day } from '../../ui/zone-time.ts'
import { HOUR_REM, type Hours } from './hours.ts'
import type { Booking, Provider } from './queries.ts'

export interface Place {
  readonly day: string
  readonly provider_id: string
  /** Minutes since local midnight; undefined for a day without a time. */
  readonly minute?: number
}

export type BookingDrag = ReturnType<typeof useBookingDrag>

/** Bookings fill the calendar, so a finger that moves at once scrolls it. */
const REST_MS = 300
const SNAP_MINUTES = 15

/** Drags bookings of a calendar grid from one {@link dropPlace} to another. */
export function useBookingDrag(
  bookings: readonly Booking[],
  onDrop: (booking: Booking, place: Place) => void,
) {
  const find = (id: string | undefined) => bookings.find((one) => one.id === id)
  const drag = useDrag({
    restMs: REST_MS,
    idOf: (pressed) => pressed.closest<HTMLElement>('[data-booking]')?.dataset.booking,
    targetAt: placeAt,
    onDrop(id, place) {
      const booking = find(id)
      if (booking) onDrop(booking, place)
    },
  })
  return { ...drag, held: find(drag.heldId) }
}

/** Marks an element as a place for bookings, if its provider takes any. With `hours`, its height is the time of day. */
export const dropPlace = ({ id, archived_at }: Provider, day: Day, hours?: Hours) =>
  archived_at === null ? { 'data-day': day, 'data-provider': id, 'data-first-hour': hours?.first } : {}

function placeAt({ x, y }: Point): Place | undefined {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-provider]')
  const { day = '', provider: provider_id = '', firstHour } = element?.dataset ?? {}
  if (!element) return undefined
  if (firstHour === undefined) return { day, provider_id }
  return { day, provider_id, minute: minuteAt(y - element.getBoundingClientRect().top, Number(firstHour)) }
}

function minuteAt(fromTopPx: number, firstHour: number): number {
  const hourPx = HOUR_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const minute = firstHour * 60 + (fromTopPx / hourPx) * 60
  return Math.floor(minute / SNAP_MINUTES) * SNAP_MINUTES
}
