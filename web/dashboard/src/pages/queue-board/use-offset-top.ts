import { type RefObject, useEffect, useState } from 'react'

/**
 * How far an element is below the top of the page, in pixels. It is read when the page has changed its height, as it does
 * with what is above: reading it with every frame would have the browser lay the page out once more each time.
 */
export function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => setOffset(element.current?.offsetTop ?? 0))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offset
}
