import { t } from '@lingui/core/macro'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useEffect, useRef, useState } from 'react'
import { useDrag } from '../../ui/use-drag.ts'
import styles from './board.module.css'
import { GuestRow } from './guest-row.tsx'
import type { Line } from './line.ts'
import type { RowTools } from './row-tools.ts'

const ROW_HEIGHT = 59

interface GuestListProps extends RowTools {
  readonly line: Line
  /** Whether guests stand in the order of the line, so that one can be dragged to another's place. */
  readonly isInOrder: boolean
  /** How many are in the line, with those who are not shown. */
  readonly count: number
  /** Why guests stand where they stand, by id. */
  readonly whys: ReadonlyMap<string, string>
}

/** The guest in whose row an element is. */
const guestAt = (element: Element | null) => element?.closest<HTMLElement>('[data-guest]')?.dataset.guest

/** The guests who are shown, of whom only those near the screen are in the page. */
export const GuestList = memo(function GuestList({ line, count, isInOrder, whys, ...tools }: GuestListProps) {
  const list = useRef<HTMLUListElement>(null)
  const offset = useOffsetTop(list)
  const { onPointerDown, heldId, over } = useDrag({
    idOf: (pressed) => guestAt(pressed.closest('[data-grip]')),
    targetAt: ({ x, y }) => guestAt(document.elementFromPoint(x, y)),
    onDrop(id, target) {
      const position = line.find((one) => one.id === target)?.position
      if (target !== id && typeof position === 'number') tools.actions.move(id, position)
    },
  })
  const heldIndex = line.findIndex(({ id }) => id === heldId)
  const dropAt = (index: number) => {
    if (line[index]?.id !== over || index === heldIndex) return undefined
    return index < heldIndex ? 'above' : 'below'
  }
  const rows = useWindowVirtualizer({
    count: line.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: offset,
    // More than one turn of the wheel comes in a frame: they are drawn together.
    useFlushSync: false,
    getItemKey: (index) => line[index]?.id ?? index,
  })
  return (
    <ul
      ref={list}
      className={styles.list}
      style={{ height: rows.getTotalSize(), margin: 0, padding: 0 }}
      aria-label={t`Guests`}
      onPointerDown={onPointerDown}
    >
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const guest = line[index]
        if (!guest) return null
        return (
          <li
            key={key}
            ref={rows.measureElement}
            data-index={index}
            className={styles.virtual}
            style={{ transform: `translateY(${start - offset}px)`, listStyle: 'none' }}
            aria-setsize={line.length}
            aria-posinset={index + 1}
          >
            <GuestRow
              guest={guest}
              isLast={guest.position === count}
              why={whys.get(guest.id) ?? ''}
              isHeld={heldId === guest.id}
              drop={dropAt(index)}
              hasGrip={tools.canWrite && isInOrder}
              {...tools}
            />
          </li>
        )
      })}
    </ul>
  )
})

/**
 * How far an element is below the top of the page, in pixels. It is read when the page has changed its height, as it does
 * with what is above: reading it with every frame would have the browser lay the page out once more each time.
 */
function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(() => setOffset(element.current?.offsetTop ?? 0))
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return offset
}
