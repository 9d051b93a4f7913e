interface Placed {
  readonly start: string
  readonly end: string
}

interface Lane {
  readonly lane: number
  /** How many lanes the group has. */
  readonly of: number
}

/** Assigns overlapping items to lanes, with as few lanes per group as possible. Items must be sorted by start. */
export function lanesOf<Item extends Placed>(items: readonly Item[]): ReadonlyMap<Item, Lane> {
  const placed = new Map<Item, Lane>()
  let group: { item: Item; lane: number }[] = []
  let ends: number[] = []
  const close = () => {
    for (const { item, lane } of group) placed.set(item, { lane, of: ends.length })
    group = []
    ends = []
  }
  for (const item of items) {
    const start = Date.parse(item.start)
    if (ends.every((end) => end <= start)) close()
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = Date.parse(item.end)
    group.push({ item, lane })
  }
  close()
  return placed
}
