import type { Entry, FairRules } from './fair-line.ts'

/**
 * How an entry takes part at a moment. Who comes more than `lateMs` late joins the walk-ins, so that they do not delay
 * the bookings after them (Qmatic, "Best practices: Fair queuing with appointments").
 */
export type Standing = 'walk_in' | 'due' | 'early' | 'expected' | 'absent'

export function standingOf(entry: Entry, now: number, { lateMs }: FairRules): Standing {
  const { arrivedAt, bookedAt } = entry
  if (bookedAt === null) return arrivedAt === null ? 'absent' : 'walk_in'
  if (arrivedAt === null) return now > bookedAt + lateMs ? 'absent' : 'expected'
  if (arrivedAt > bookedAt + lateMs) return 'walk_in'
  return bookedAt <= now ? 'due' : 'early'
}

/** When a due booking got its claim to the next start: at its time, or on arrival if that was later. */
export const claimOf = ({ arrivedAt, bookedAt }: Entry): number => Math.max(bookedAt ?? 0, arrivedAt ?? 0)
