interface Positioned {
  readonly id: string
  readonly position: number
}

/** In the order of the catalogue: by position, then the oldest first, as the API lists them. */
export const inOrder = <Item extends Positioned>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => one.position - other.position)

/** The positions that change when an item moves up (-1) or down (1). */
export function positionsAfter(items: readonly Positioned[], id: string, by: -1 | 1): Positioned[] {
  const ordered = inOrder(items)
  const from = ordered.findIndex((item) => item.id === id)
  const [item] = ordered.splice(from, 1)
  if (!item) return []
  ordered.splice(Math.max(0, from + by), 0, item)
  return ordered
    .map((one, position) => ({ id: one.id, position, before: one.position }))
    .filter(({ position, before }) => position !== before)
    .map(({ id: changed, position }) => ({ id: changed, position }))
}
