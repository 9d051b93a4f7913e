import type { Clause, Entry, FairRules, LineNow } from './fair-line.ts'
import { keptFor } from './kept-lane.ts'
import type { Sides } from './sides.ts'
import { isWalkInOwed } from './walk-in-share.ts'

export type Choice =
  | { readonly start: Entry; readonly clause: Clause }
  | { readonly keptFor: Entry }
  | undefined

/** The product's own rule: one line for bookings and walk-ins. */
export function chooseMerged(sides: Sides, line: LineNow, rules: FairRules): Choice {
  const { due, walkIns, early } = sides
  const [booking] = due
  const [walkIn] = walkIns
  if (booking && walkIn && isWalkInOwed(line, rules)) return { start: walkIn, clause: 'walk_in_share' }
  if (booking) return { start: booking, clause: 'booking_due' }
  if (line.isStale) return chooseWhenStale(sides)
  for (const candidate of walkIns.slice(0, MAX_LOOKED_AT)) {
    if (keptFor(candidate, sides.soon, line, rules)) continue
    return { start: candidate, clause: candidate === walkIn ? 'arrival' : 'backfill' }
  }
  for (const candidate of early) {
    if (walkIn && (candidate.bookedAt ?? 0) - line.now > rules.earlyMs) break
    if (!keptFor(candidate, sides.soon, line, rules)) return { start: candidate, clause: 'early_gap' }
  }
  const [first] = walkIn ? walkIns : early
  const booked = first && keptFor(first, sides.soon, line, rules)
  return booked && { keptFor: booked }
}

/** How many walk-ins are looked at for one that fits before the next booking. */
const MAX_LOOKED_AT = 20

/** No walk-in goes ahead of a booking whose time has come, as it may be there without the queue having heard of it. */
function chooseWhenStale({ walkIns, unheard }: Sides): Choice {
  const [walkIn] = walkIns
  if (!walkIn) return undefined
  return unheard ? { keptFor: unheard } : { start: walkIn, clause: 'arrival' }
}
