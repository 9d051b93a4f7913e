import type { Pace } from './pace.ts'

/** Records whether a party that was called has left since, or waits again. */
export function recordAway(pace: Pace, guest: string, isAway: boolean): Pace {
  const index = pace.starts.findLastIndex((start) => start.guest === guest)
  const start = pace.starts[index]
  if (!start || Boolean(start.away) === isAway) return pace
  const { away: _, ...called } = start
  return { ...pace, starts: pace.starts.with(index, isAway ? { ...called, away: true } : called) }
}
