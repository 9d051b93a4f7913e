import type { Entry } from './fair-line.ts'

export const timeOf = ({ bookedAt }: Entry): number => bookedAt ?? 0

export const arrivalOf = ({ arrivedAt }: Entry): number => arrivedAt ?? 0

export const byBooking = (a: Entry, b: Entry): number => timeOf(a) - timeOf(b) || byRank(a, b)

/** By the stored order; the id decides where it does not, so that all replicas decide the same. */
export const byRank = (a: Entry, b: Entry): number => compare(a.rank, b.rank) || compare(a.id, b.id)

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)
