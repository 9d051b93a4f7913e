import type { Clause, Entry, FairRules, Overtaken } from './fair-line.ts'
import { type Standing, standingOf } from './standing.ts'

/** Those present whom a start overtakes: who arrived, or were booked, before. */
export function overtakenBy(
  started: Entry,
  clause: Clause,
  present: readonly Entry[],
  now: number,
  rules: FairRules,
): Overtaken[] {
  const standing = standingOf(started, now, rules)
  const overtaken: Overtaken[] = []
  for (const other of present) {
    if (other === started || !isBefore(other, started)) continue
    const why = clauseFor(clause, started, standing, other, standingOf(other, now, rules))
    overtaken.push({ id: other.id, clause: why })
  }
  return overtaken
}

/** The order that everybody expects: bookings by their time, walk-ins by arrival. */
const plainTime = ({ bookedAt, arrivedAt }: Entry): number => bookedAt ?? arrivedAt ?? 0

const isBefore = (a: Entry, b: Entry): boolean => {
  const [first, second] = [plainTime(a), plainTime(b)]
  return first === second ? a.rank < b.rank : first < second
}

function clauseFor(
  clause: Clause,
  started: Entry,
  standing: Standing,
  other: Entry,
  othersStanding: Standing,
) {
  const isLate = other.bookedAt !== null && (other.arrivedAt ?? 0) > other.bookedAt
  if (isLate && (othersStanding === 'walk_in' || standing === 'due')) return 'late_booking'
  if (standing === 'walk_in' && othersStanding === 'walk_in' && started.rank < other.rank) return 'line_order'
  return clause
}
