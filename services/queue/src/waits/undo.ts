import type { Pace } from './pace.ts'

/** Reverts a recent start of a guest; one already in the sums stays there. */
export function undoStart(pace: Pace, at: number, guest: string): Pace {
  const index = pace.starts.findLastIndex((start) => start.at === at && (start.guest ?? guest) === guest)
  if (index < 0) return pace
  const spare = pace.starts[index]?.lane_minutes ?? 0
  const widened = (one: number | null) => (one === null ? null : one + spare)
  const starts = pace.starts
    .map((start, i) => (i === index + 1 ? { ...start, lane_minutes: widened(start.lane_minutes) } : start))
    .toSpliced(index, 1)
  const last = index === starts.length && pace.last ? { ...pace.last, lane_minutes: spare } : pace.last
  return { ...pace, starts, started: pace.started - 1, last }
}

/** Reverts that a guest left, after so many minutes. */
export const undoLeft = (pace: Pace, waited: number): Pace => ({
  ...pace,
  leaving: {
    left: Math.max(0, pace.leaving.left - 1),
    minutes: Math.max(0, pace.leaving.minutes - waited),
  },
})
