import type { Point } from './point.ts'

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
export function scrollAtEdges(
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
