import type { Pace } from './pace.ts'

/** With fewer outcomes, or less than this many minutes, nothing is said. */
const OUTCOMES_NEEDED = 20
const MIN_MINUTES = 2

type Outcomes = Pick<Pace, 'scores' | 'starts'>

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

function earlyOf({ scores, starts }: Outcomes): number | null {
  const all = [...scores, ...starts.flatMap(({ score }) => score ?? [])]
  const minutes = all.flatMap(({ early }) => early ?? [])
  if (minutes.length < OUTCOMES_NEEDED) return null
  const mean = Math.round(minutes.reduce((sum, one) => sum + one, 0) / minutes.length)
  return mean >= MIN_MINUTES ? mean : null
}
