import { type PointerEvent, useEffect, useRef, useState } from 'react'

/** Rows within so many pixels of the edge of the screen scroll it. */
const EDGE_PX = 72
const STEP_PX = 12

/** The row at a point of the screen, by the id of its guest. */
const rowAt = (x: number, y: number): string | undefined =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-guest]')?.dataset.guest

/**
 * Moves rows by their grips, by mouse, finger and pen alike: a grip is `data-grip` in a row with `data-guest`. The
 * whole list hears of it, so that a row that is scrolled out of the page meanwhile takes nothing with it.
 *
 * @param onDrop hears which guest was let go over the row of which other
 * @returns what the list is to have, which row is held, and over which it is
 */
export function useDrag(onDrop: (id: string, overId: string) => void) {
  const [heldId, setHeldId] = useState<string>()
  const [overId, setOverId] = useState<string>()
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const grip = (event.target as Element).closest('[data-grip]')
    const id = grip?.closest<HTMLElement>('[data-guest]')?.dataset.guest
    if (id === undefined || event.button !== 0) return
    // No text is marked, and a finger belongs to the list from here on, not to the grip that may go.
    event.preventDefault()
    if (grip?.hasPointerCapture(event.pointerId)) grip.releasePointerCapture(event.pointerId)
    setHeldId(id)
    end.current = followPointer(event.pointerId, {
      onMove: (x, y) => setOverId(rowAt(x, y)),
      onEnd(x, y) {
        setHeldId(undefined)
        setOverId(undefined)
        const target = x === undefined || y === undefined ? undefined : rowAt(x, y)
        if (target !== undefined && target !== id) onDrop(id, target)
      },
    })
  }
  return { handlers: { onPointerDown }, heldId, overId }
}

interface Follower {
  readonly onMove: (x: number, y: number) => void
  /** Without a place: it was broken off. */
  readonly onEnd: (x?: number, y?: number) => void
}

/** Follows a pointer until it is let go, and scrolls where it comes near an edge; gives what breaks it off. */
function followPointer(pointerId: number, { onMove, onEnd }: Follower): () => void {
  const over = new AbortController()
  let place = { clientX: 0, clientY: 0 }
  let frame = 0
  const stop = (at?: { clientX: number; clientY: number }) => {
    if (over.signal.aborted) return
    over.abort()
    cancelAnimationFrame(frame)
    onEnd(at?.clientX, at?.clientY)
  }
  const scroll = () => {
    const { clientX, clientY } = place
    const step = clientY < EDGE_PX ? -STEP_PX : clientY > window.innerHeight - EDGE_PX ? STEP_PX : 0
    if (step !== 0) {
      window.scrollBy(0, step)
      onMove(clientX, clientY)
    }
    frame = requestAnimationFrame(scroll)
  }
  const isIt = (event: globalThis.PointerEvent) => event.pointerId === pointerId
  const options = { signal: over.signal }
  const move = (event: globalThis.PointerEvent) => {
    if (!isIt(event)) return
    if (frame === 0) frame = requestAnimationFrame(scroll)
    place = event
    onMove(event.clientX, event.clientY)
  }
  window.addEventListener('pointermove', move, options)
  window.addEventListener('pointerup', (event) => isIt(event) && stop(event), options)
  window.addEventListener('pointercancel', (event) => isIt(event) && stop(), options)
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), options)
  return stop
}
