interface Placed {
  readonly start: string
  readonly end: string
}

interface Lane {
  readonly lane: number
  /** Of how many beside each other. */
  readonly of: number
}

/** Puts what overlaps beside each other, each group as narrow as it needs. Items are in the order of their starts. */
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
