import type { Clause, Entry, Overtaken } from './fair-line.ts'
import type { Sides } from './sides.ts'

/** Those present whom a start overtakes: who arrived, or were booked, before. */
export function overtakenBy(started: Entry, clause: Clause, { walkIns, due, early }: Sides): Overtaken[] {
  const place = walkIns.indexOf(started)
  const overtaken: Overtaken[] = []
  for (const [i, other] of walkIns.entries()) {
    if (other === started || !isBefore(other, started)) continue
    const isBehind = place >= 0 && i > place
    const own = other.bookedAt === null ? 'line_order' : 'late_booking'
    const isLateForIt = other.bookedAt !== null && clause === 'booking_due'
    overtaken.push({ id: other.id, clause: isBehind || isLateForIt ? own : clause })
  }
  for (const other of [...due, ...early]) {
    if (other !== started && isBefore(other, started))
      overtaken.push({ id: other.id, clause: orBackfill(clause) })
  }
  return overtaken
}

/** A walk-in next in line goes ahead of a due booking only where another lane is free for that in time. */
const orBackfill = (clause: Clause): Clause => (clause === 'arrival' ? 'backfill' : clause)

/** The order that everybody expects: bookings by their time, walk-ins by arrival. */
function isBefore(a: Entry, b: Entry): boolean {
  const [first, second] = [plainTime(a), plainTime(b)]
  return first === second ? a.rank < b.rank : first < second
}

const plainTime = ({ bookedAt, arrivedAt }: Entry): number => bookedAt ?? arrivedAt ?? 0
