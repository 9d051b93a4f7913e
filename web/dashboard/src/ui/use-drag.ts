import {
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'

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

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
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

/** A mouse or pen that moves no more than this clicks. */
const CLICK_PX = 4
/** A finger is never still: it rests as long as it moves no more than this. */
const REST_PX = 10

interface Follower {
  readonly restMs: number
  readonly onPickUp: () => void
  readonly onMove: (point: Point) => void
  /** Without a point, nothing is dropped: the drag was cancelled, or never began. */
  readonly onEnd: (dropped?: Point) => void
}

const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => ({
  x: clientX,
  y: clientY,
})

/**
 * Follows a pointer from its press until it is released, and scrolls near edges. The drag begins once the pointer moves,
 * or once a finger has rested for `restMs`. Escape cancels it.
 *
 * @returns cancels the drag
 */
function followPointer(press: ReactPointerEvent<HTMLElement>, follower: Follower): () => void {
  const { pointerId, pointerType, currentTarget: container } = press
  const { restMs, onPickUp, onMove, onEnd } = follower
  const mustRest = restMs > 0 && pointerType === 'touch'
  const start = pointOf(press)
  const ended = new AbortController()
  let last = start
  let stopScrolling: (() => void) | undefined
  const pickUp = () => {
    onPickUp()
    onMove(last)
    stopScrolling = scrollAtEdges(container, start, () => last, onMove)
  }
  const resting = mustRest ? setTimeout(pickUp, restMs) : undefined
  const end = (isUp: boolean, dropped?: Point) => {
    if (ended.signal.aborted) return
    ended.abort()
    clearTimeout(resting)
    stopScrolling?.()
    if (stopScrolling) suppressClick(isUp)
    onEnd(stopScrolling && dropped)
  }
  const move = (point: Point) => {
    last = point
    const distance = Math.hypot(point.x - start.x, point.y - start.y)
    if (stopScrolling) onMove(point)
    else if (mustRest && distance > REST_PX) end(false)
    else if (!mustRest && distance > CLICK_PX) pickUp()
  }
  listen(pointerId, ended.signal, { move, end })
  return () => end(false)
}

interface Listeners {
  readonly move: (point: Point) => void
  readonly end: (isUp: boolean, dropped?: Point) => void
}

function listen(pointerId: number, signal: AbortSignal, { move, end }: Listeners): void {
  const isIt = (event: PointerEvent) => event.pointerId === pointerId
  window.addEventListener('pointermove', (event) => isIt(event) && move(pointOf(event)), { signal })
  window.addEventListener('pointerup', (event) => isIt(event) && end(true, pointOf(event)), { signal })
  window.addEventListener('pointercancel', (event) => isIt(event) && end(true), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(false), { signal })
  // No text is selected, and a resting finger opens no menu.
  for (const type of ['selectstart', 'contextmenu'])
    window.addEventListener(type, (event) => event.preventDefault(), { signal })
}

/** A release over the element where the drag began would also click it. */
function suppressClick(isUp: boolean): void {
  const over = new AbortController()
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true, signal: over.signal })
  // The click follows the release in the same task.
  const release = () => setTimeout(() => over.abort())
  if (isUp) release()
  else window.addEventListener('pointerup', release, { once: true })
}

/** A pointer this close to an edge scrolls. */
const EDGE_PX = 72
/** In each frame. */
const STEP_PX = 12
/** What is picked up near an edge scrolls once it moves towards that edge. */
const TOWARDS_PX = 10

/**
 * Scrolls the page up and down, and the container sideways, while the pointer is near an edge.
 *
 * @param start where the drag began
 * @returns ends it
 */
function scrollAtEdges(
  container: Element,
  start: Point,
  pointer: () => Point,
  onScroll: (point: Point) => void,
): () => void {
  const scroll = () => {
    const point = pointer()
    const { left, right } = container.getBoundingClientRect()
    const sideways = stepAt(point.x, start.x, left, right)
    const down = stepAt(point.y, start.y, 0, window.innerHeight)
    if (sideways !== 0) container.scrollBy(sideways, 0)
    if (down !== 0) window.scrollBy(0, down)
    if (sideways !== 0 || down !== 0) onScroll(point)
    frame = requestAnimationFrame(scroll)
  }
  let frame = requestAnimationFrame(scroll)
  return () => cancelAnimationFrame(frame)
}

function stepAt(place: number, start: number, from: number, to: number): number {
  if (place < Math.min(from + EDGE_PX, start - TOWARDS_PX)) return -STEP_PX
  return place > Math.max(to - EDGE_PX, start + TOWARDS_PX) ? STEP_PX : 0
}

/** A point of the screen, in pixels from its upper left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}
