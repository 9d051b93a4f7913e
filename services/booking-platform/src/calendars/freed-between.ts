import type { Range } from '../slots/sweep.ts'
import type { CalendarRecord } from './calendar-store.ts'

type Busy = CalendarRecord['busy']

/**
 * From the first to the last moment that was busy and is not any more; undefined if there is none. Sweeps once over both:
 * a calendar may have tens of thousands of times, and others wait meanwhile.
 */
export function freedBetween(before: Busy, after: Busy): Range | undefined {
  const edges = [...edgesOf(before, 'was'), ...edgesOf(after, 'is')].sort((a, b) => a.at - b.at)
  const open = { was: 0, is: 0 }
  let freed: Range | undefined
  for (const [index, { at, side, change }] of edges.entries()) {
    open[side] += change
    const next = edges[index + 1]?.at ?? at
    if (open.was > 0 && open.is === 0 && next > at) freed = { from: freed?.from ?? at, to: next }
  }
  return freed
}

const edgesOf = (times: Busy, side: 'was' | 'is') =>
  times.flatMap(({ start, end }) => [
    { at: start, side, change: 1 },
    { at: end, side, change: -1 },
  ])
