import type { LineClause } from '@usher/contracts'
import type { Start } from './pace.ts'

/** How many parties that stood behind a guest were called first, and the sizes of the smallest and the largest. */
export interface LetInAhead {
  readonly parties: number
  readonly smallest: number
  readonly largest: number
}

interface Waiting {
  readonly rank: string
  /** Since when the guest has had this rank, in milliseconds since 1970. */
  readonly since: number
}

/** Whether a party that stood behind a guest was called, and has not left since. */
const wentAhead = ({ at, rank = '', away }: Start, guest: Waiting): boolean =>
  !away && at > guest.since && rank > guest.rank

/** Clauses that say no more than that the order of the line was kept, whoever made it. */
const PLAIN: readonly (LineClause | undefined)[] = [undefined, 'arrival', 'line_order']

/** Parties let in ahead of a guest by staff in the last 90 minutes; null if there were none. */
export function letInAhead(starts: readonly Start[], guest: Waiting): LetInAhead | null {
  const sizes: number[] = []
  for (const start of starts) {
    if (!wentAhead(start, guest) || !PLAIN.includes(start.clause)) continue
    if (start.party_size !== undefined) sizes.push(start.party_size)
  }
  if (sizes.length === 0) return null
  return { parties: sizes.length, smallest: Math.min(...sizes), largest: Math.max(...sizes) }
}

/** A party that was called ahead of a guest by the rules of the line. */
export interface CalledFirst {
  readonly clause: LineClause
  readonly at: number
  readonly isBooking: boolean
}

/** By the starts of a pace: each guest of a list asks for the same ones. */
const byRules = new WeakMap<readonly Start[], readonly Start[]>()

/** Starts that the rules of the line decided; none where a queue expects no bookings. */
function startsByRules(starts: readonly Start[]): readonly Start[] {
  const known = byRules.get(starts)
  if (known) return known
  const found = starts.filter(({ clause }) => !PLAIN.includes(clause))
  byRules.set(starts, found)
  return found
}

/** The last party called ahead of a guest by the rules in the last 90 minutes; null: there was none. */
export function calledFirst(starts: readonly Start[], guest: Waiting): CalledFirst | null {
  const last = startsByRules(starts).findLast((start) => wentAhead(start, guest))
  return last?.clause ? { clause: last.clause, at: last.at, isBooking: last.is_booking ?? false } : null
}
