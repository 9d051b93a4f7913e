import type { Pace } from './pace.ts'

/** With fewer outcomes, or less than this many minutes, nothing is said. */
const OUTCOMES_NEEDED = 20
const MIN_MINUTES = 2

/** Whole minutes by which guests were lately called before the end of the range they were quoted; null: too few or none. */
export function usuallyEarly({ scores, starts }: Pick<Pace, 'scores' | 'starts'>): number | null {
  const all = [...scores, ...starts.flatMap(({ score }) => score ?? [])]
  const known = all.flatMap(({ early }) => early ?? [])
  if (known.length < OUTCOMES_NEEDED) return null
  const mean = Math.round(known.reduce((sum, one) => sum + one, 0) / known.length)
  return mean >= MIN_MINUTES ? mean : null
}
