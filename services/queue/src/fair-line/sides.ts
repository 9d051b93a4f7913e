import type { Entry, FairRules, LineNow } from './fair-line.ts'

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

export const timeOf = ({ bookedAt }: Entry): number => bookedAt ?? 0

export const arrivalOf = ({ arrivedAt }: Entry): number => arrivedAt ?? 0

export const byBooking = (a: Entry, b: Entry): number => timeOf(a) - timeOf(b) || byRank(a, b)

/** By the stored order; the id decides where it does not, so that all replicas decide the same. */
export const byRank = (a: Entry, b: Entry): number => compare(a.rank, b.rank) || compare(a.id, b.id)

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * How an entry takes part at a moment:
 *
 * - `walk_in`: without a booking, or `lateMs` or more after its time. Late customers join the walk-ins, so that they do not
 *   delay the bookings after them (Qmatic, "Best practices: Fair queuing with appointments").
 * - `late`: less than that after its time. The place in the line of the booked time, but no claim to a start.
 * - `due`: there on time, and the time has come.
 * - `early`: there, and the time has not come.
 * - `expected`: not there yet.
 * - `absent`: not there, and not expected any more.
 */
export type Standing = 'walk_in' | 'late' | 'due' | 'early' | 'expected' | 'absent'

export function standingOf(entry: Entry, now: number, { lateMs }: FairRules): Standing {
  const { arrivedAt, bookedAt } = entry
  if (bookedAt === null) return arrivedAt === null ? 'absent' : 'walk_in'
  if (arrivedAt === null) return now >= bookedAt + lateMs ? 'absent' : 'expected'
  if (arrivedAt > bookedAt) return arrivedAt < bookedAt + lateMs ? 'late' : 'walk_in'
  return bookedAt <= now ? 'due' : 'early'
}
