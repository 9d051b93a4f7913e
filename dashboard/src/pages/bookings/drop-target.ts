import { type DragEvent, useState } from 'react'
import type { CalendarActions, Place } from './booking-block.tsx'

/** Makes an element a drop target for bookings; `placeOf` maps the drop point to a place. */
export function useDropTarget(
  onDrop: CalendarActions['onDrop'],
  placeOf: (event: DragEvent<HTMLElement>) => Place,
) {
  const [isOver, setOver] = useState(false)
  if (!onDrop) return { isOver: false, handlers: {} }
  const handlers = {
    onDragOver(event: DragEvent<HTMLElement>) {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave({ currentTarget, relatedTarget }: DragEvent<HTMLElement>) {
      // Leaving a part of the target for another is told, too.
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop(event: DragEvent<HTMLElement>) {
      event.preventDefault()
      setOver(false)
      onDrop(event.dataTransfer.getData('text/plain'), placeOf(event))
    },
  }
  return { isOver, handlers }
}
