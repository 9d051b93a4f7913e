import type { Range } from '../slots/sweep.ts'
import type { CalendarRecord } from './calendar-store.ts'

type Busy = CalendarRecord['busy']

/** From the first to the last moment that was busy and is not any more; undefined if there is none. */
export function freedBetween(before: Busy, after: Busy): Range | undefined {
  const kept = after.toSorted((a, b) => a.start - b.start)
  const freed = before.flatMap((one) => remainderOf(one, kept))
  if (freed.length === 0) return undefined
  return {
    from: Math.min(...freed.map(({ from }) => from)),
    to: Math.max(...freed.map(({ to }) => to)),
  }
}

/** The parts of a time that none of the others covers. @param others in order of start */
function remainderOf({ start, end }: Busy[number], others: Busy): Range[] {
  const parts: Range[] = []
  let at = start
  for (const other of others) {
    if (other.end <= at || other.start >= end) continue
    if (other.start > at) parts.push({ from: at, to: other.start })
    at = Math.max(at, other.end)
  }
  if (at < end) parts.push({ from: at, to: end })
  return parts
}
