import { NO_CALIBRATION } from './calibration.ts'
import type { Pace } from './pace.ts'

/** With fewer scores, or less than this many minutes, nothing is said. */
const SCORES_NEEDED = 20
const MIN_MINUTES = 2

type Scored = Pick<Pace, 'calibration' | 'starts'>

/** Computed once for each pace, as all who follow a queue need it. */
const cache = new WeakMap<Scored, number | null>()

/** Whole minutes by which guests are usually called before the end of the range they were quoted; null: nothing is said. */
export function usuallyEarly(pace: Scored): number | null {
  const cached = cache.get(pace)
  if (cached !== undefined) return cached
  const early = earlyOf(pace)
  cache.set(pace, early)
  return early
}

function earlyOf({ calibration = NO_CALIBRATION, starts }: Scored): number | null {
  const recent = starts.flatMap(({ score }) => score ?? [])
  const guests = calibration.early.guests + recent.length
  if (guests < SCORES_NEEDED) return null
  const minutes = recent.reduce((sum, { early }) => sum + early, calibration.early.minutes)
  const mean = Math.round(minutes / guests)
  return mean >= MIN_MINUTES ? mean : null
}
