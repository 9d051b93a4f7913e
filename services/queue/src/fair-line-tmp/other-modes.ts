import type { FairRules, LineNow } from './fair-line.ts'
import type { Choice } from './merge.ts'
import type { Sides } from './sides.ts'
import { isWalkInOwed } from './walk-in-share.ts'

/** Bookings whose time has come go before all walk-ins; no lane is kept for those to come. */
export function choosePrecedence({ due, walkIns, early }: Sides): Choice {
  if (due[0]) return { start: due[0], clause: 'booking_due' }
  if (walkIns[0]) return { start: walkIns[0], clause: 'arrival' }
  return early[0] && { start: early[0], clause: 'early_gap' }
}

/** Two lines, bookings by time and walk-ins by arrival; the share decides which one a lane takes from. */
export function chooseSeparate({ due, walkIns, early }: Sides, line: LineNow, rules: FairRules): Choice {
  const [walkIn] = walkIns
  const booking = due[0] ?? early[0]
  if (!walkIn) return booking && { start: booking, clause: due[0] ? 'booking_due' : 'early_gap' }
  if (!due[0] || isWalkInOwed(line, rules))
    return { start: walkIn, clause: due[0] ? 'separate_lines' : 'arrival' }
  return { start: due[0], clause: 'separate_lines' }
}
