import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { claimOf, standingOf } from './standing.ts'

/** The entries of a line by how they take part, each in the order in which they would be started. */
export interface Sides {
  readonly walkIns: readonly Entry[]
  readonly due: readonly Entry[]
  readonly early: readonly Entry[]
  /** Bookings whose time has not come, whether they are there or not. */
  readonly soon: readonly Entry[]
  /** An expected booking whose time has come. */
  readonly unheard: Entry | undefined
}

export function sidesOf({ entries, now }: LineNow, rules: FairRules): Sides {
  const walkIns: Entry[] = []
  const due: Entry[] = []
  const early: Entry[] = []
  const expected: Entry[] = []
  const lists = { walk_in: walkIns, due, early, expected, absent: [] as Entry[] }
  for (const entry of entries) lists[standingOf(entry, now, rules)].push(entry)
  walkIns.sort(byRank)
  due.sort((a, b) => claimOf(a) - claimOf(b) || byRank(a, b))
  early.sort(byBooking)
  const future = expected.filter(({ bookedAt }) => bookedAt !== null && bookedAt > now)
  const soon = [...early, ...future].sort(byBooking)
  const unheard = expected.filter(({ bookedAt }) => bookedAt !== null && bookedAt <= now).sort(byBooking)[0]
  return { walkIns, due, early, soon, unheard }
}

const byBooking = (a: Entry, b: Entry): number => (a.bookedAt ?? 0) - (b.bookedAt ?? 0) || byRank(a, b)

/** By the stored order; the id decides where it does not, so that all replicas decide the same. */
const byRank = (a: Entry, b: Entry): number => compare(a.rank, b.rank) || compare(a.id, b.id)

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
