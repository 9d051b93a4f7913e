import { type PointerEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { followPointer } from './follow-pointer.ts'
import type { Point } from './point.ts'

interface DragOptions<Target> {
  /** The id of what a press on this element picks up, if anything. */
  readonly idOf: (pressed: Element) => string | undefined
  /** Where something let go at this point of the screen would land. */
  readonly targetAt: (point: Point) => Target | undefined
  readonly onDrop: (id: string, target: Target) => void
  /**
   * How long a finger rests before it picks something up, in ms. A finger that moves earlier scrolls. 0 for grips,
   * which need `touch-action: none`.
   */
  readonly restMs?: number
}

/**
 * Drags things in a list or calendar with mouse, pen or finger. The container listens, so that a drag outlives the
 * element it began on: that may scroll out of the page or be drawn again elsewhere.
 *
 * @returns what the container needs, what is held, and over which target it is
 */
export function useDrag<Target>({ idOf, targetAt, onDrop, restMs = 0 }: DragOptions<Target>) {
  const [heldId, setHeldId] = useState<string>()
  const [over, setOver] = useState<Target>()
  const isHeld = useRef(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  // What is shown may change during a drag.
  const drop = useEffectEvent(onDrop)

  const setHeld = (id: string | undefined) => {
    isHeld.current = id !== undefined
    setHeldId(id)
  }
  const moveTo = (target: Target | undefined) =>
    setOver((before) => (isSame(before, target) ? before : target))

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const pressed = event.target as Element
    const id = idOf(pressed)
    if (id === undefined || event.button !== 0 || stop.current) return
    // A grip takes the focus from no field. Buttons take it as usual.
    if (!pressed.closest('button')) event.preventDefault()
    // A finger belongs to the container from here on.
    if (pressed.hasPointerCapture(event.pointerId)) pressed.releasePointerCapture(event.pointerId)
    stop.current = followPointer(event, {
      restMs,
      onPickUp: () => setHeld(id),
      onMove: (point) => moveTo(targetAt(point)),
      onEnd(dropped) {
        stop.current = undefined
        setHeld(undefined)
        moveTo(undefined)
        const target = dropped && targetAt(dropped)
        if (target !== undefined) drop(id, target)
      },
    })
  }
  return { ref: useScrollLock(isHeld), onPointerDown, heldId, over }
}

/**
 * Keeps a finger that holds something from scrolling. Listens from the start: Safari ignores listeners added during a
 * touch, and React's cannot prevent it.
 */
function useScrollLock(isHeld: { readonly current: boolean }) {
  return useCallback(
    (container: HTMLElement | null) => {
      const lock = (event: TouchEvent) => isHeld.current && event.cancelable && event.preventDefault()
      container?.addEventListener('touchmove', lock, { passive: false })
      return () => container?.removeEventListener('touchmove', lock)
    },
    [isHeld],
  )
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
