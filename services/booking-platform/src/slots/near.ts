import type { Entry } from './busy.ts'

/** Entries ordered by buffered start, so that those around a time are found without a full scan. */
export interface NearEntries {
  /** The entries that may conflict with something between two instants. */
  around(from: number, to: number): readonly Entry[]
}

/** Longer than any booking with its buffers: such entries, like weeks away in a calendar, are few. */
const LONG_MS = 3 * 86_400_000

export function nearEntries(entries: readonly Entry[]): NearEntries {
  const length = ({ bufferedStart, bufferedEnd }: Entry) => bufferedEnd - bufferedStart
  const long = entries.filter((entry) => length(entry) > LONG_MS)
  const sorted = entries
    .filter((entry) => length(entry) <= LONG_MS)
    .sort((a, b) => a.bufferedStart - b.bufferedStart)
  const longest = sorted.reduce((max, entry) => Math.max(max, length(entry)), 0)
  return {
    around(from, to) {
      const first = firstFrom(sorted, from - longest)
      let end = first
      while ((sorted[end]?.bufferedStart ?? to) < to) end += 1
      return [...long, ...sorted.slice(first, end)]
    },
  }
}

/** Index of the first entry that starts at an instant or later. */
function firstFrom(sorted: readonly Entry[], at: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.bufferedStart ?? at) < at) low = middle + 1
    else high = middle
  }
  return low
}
