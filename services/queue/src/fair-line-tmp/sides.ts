import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { standingOf } from './standing.ts'

/** The entries of a line by how they take part, each in the order in which they would be started. */
export interface Sides {
  /** Walk-ins, and bookings that came late. */
  readonly walkIns: readonly Entry[]
  readonly due: readonly Entry[]
  readonly early: readonly Entry[]
  /** Bookings whose time has not come, whether they are there or not. */
  readonly soon: readonly Entry[]
  /** A booking whose time has come and who is not known to be there. */
  readonly missing: Entry | undefined
}

export function sidesOf({ entries, now }: LineNow, rules: FairRules): Sides {
  const lists = {
    walk_in: [] as Entry[],
    late: [] as Entry[],
    due: [] as Entry[],
    early: [] as Entry[],
    expected: [] as Entry[],
    absent: [] as Entry[],
  }
  for (const entry of entries) lists[standingOf(entry, now, rules)].push(entry)
  const { due, early, expected } = lists
  due.sort(byBooking)
  early.sort(byBooking)
  expected.sort(byBooking)
  const soon = [...early, ...expected.filter((entry) => timeOf(entry) > now)].sort(byBooking)
  const [first] = expected
  const missing = first && timeOf(first) <= now ? first : undefined
  return {
    walkIns: withLate(lists.walk_in.sort(byRank), lists.late.sort(byBooking)),
    due,
    early,
    soon,
    missing,
  }
}

/** Each late booking behind all walk-ins who came before its time. */
function withLate(walkIns: readonly Entry[], late: readonly Entry[]): readonly Entry[] {
  if (late.length === 0) return walkIns
  const line = [...walkIns]
  for (const booking of late.toReversed()) {
    const ahead = line.findLastIndex((one) => one.bookedAt === null && arrivalOf(one) <= timeOf(booking))
    line.splice(ahead + 1, 0, booking)
  }
  return line
}

const timeOf = ({ bookedAt }: Entry): number => bookedAt ?? 0

const arrivalOf = ({ arrivedAt }: Entry): number => arrivedAt ?? 0

const byBooking = (a: Entry, b: Entry): number => timeOf(a) - timeOf(b) || byRank(a, b)

/** By the stored order; the id decides where it does not, so that all replicas decide the same. */
const byRank = (a: Entry, b: Entry): number => compare(a.rank, b.rank) || compare(a.id, b.id)

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
