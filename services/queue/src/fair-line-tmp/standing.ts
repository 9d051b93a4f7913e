import type { Entry, FairRules } from './fair-line.ts'

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
