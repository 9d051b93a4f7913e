import { NO_BOUNDS } from './bounds.ts'
import type { Pace } from './pace.ts'

/** With fewer outcomes, or less than this many minutes, nothing is said. */
const OUTCOMES_NEEDED = 20
const MIN_MINUTES = 2

type Outcomes = Pick<Pace, 'bounds' | 'starts'>

/** By pace: all who follow a queue are told the same. */
const known = new WeakMap<Outcomes, number | null>()

/** Whole minutes by which guests were lately called before the end of the range they were quoted; null: too few or none. */
export function usuallyEarly(pace: Outcomes): number | null {
  const before = known.get(pace)
  if (before !== undefined) return before
  const early = earlyOf(pace)
  known.set(pace, early)
  return early
}

function earlyOf({ bounds = NO_BOUNDS, starts }: Outcomes): number | null {
  const recent = starts.flatMap(({ score }) => score ?? [])
  const guests = bounds.early.guests + recent.length
  if (guests < OUTCOMES_NEEDED) return null
  const minutes = recent.reduce((sum, { early }) => sum + early, bounds.early.minutes)
  const mean = Math.round(minutes / guests)
  return mean >= MIN_MINUTES ? mean : null
}
