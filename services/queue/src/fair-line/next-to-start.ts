import { cleanLine, cleanRules } from './clean.ts'
import type { Choice, Clause, Decision, Entry, FairRules, LineNow, Overtaken } from './fair-line.ts'
import { chooseMerged, isWalkInOwed } from './merge.ts'
import { type Sides, sidesOf, standingOf } from './sides.ts'

/** Who should be started on a lane that is free now. Same line, same answer, whichever replica asks. */
export function nextToStart(line: LineNow, rules: FairRules): Decision {
  const [cleaned, applied] = [cleanLine(line), cleanRules(rules)]
  const sides = sidesOf(cleaned, applied)
  return decisionOf(choose(sides, cleaned, applied), sides, cleaned, applied)
}

export function choose(sides: Sides, line: LineNow, rules: FairRules): Choice {
  if (line.isStale) return chooseWhenStale(sides)
  if (rules.mode === 'precedence') return choosePrecedence(sides)
  if (rules.mode === 'separate') return chooseSeparate(sides, line, rules)
  return chooseMerged(sides, line, rules)
}

function decisionOf(choice: Choice, sides: Sides, { now }: LineNow, rules: FairRules): Decision {
  if (!choice) return { kind: 'nobody' }
  if ('keptFor' in choice) return keepOf(choice.keptFor, now, rules)
  const { start, clause } = choice
  const overtakes = overtakenBy(start, clause, sides)
  const isLate = standingOf(start, now, rules) === 'late'
  return { kind: 'start', id: start.id, clause: decidingClause(clause, isLate, overtakes), overtakes }
}

/** A lane is kept until the booked time; for a booking that may have been missed, until it counts as late. */
function keepOf({ id, bookedAt }: Entry, now: number, { lateMs }: FairRules): Decision {
  const booked = bookedAt ?? now
  return { kind: 'keep', for: id, until: booked > now ? booked : booked + lateMs }
}

/** Who is next in the line may overtake somebody all the same, for one of these reasons; a late booking has a place ahead of its arrival. */
const AHEAD_OF_ARRIVAL = ['backfill', 'line_order', 'late_booking'] as const

function decidingClause(clause: Clause, isLate: boolean, overtakes: readonly Overtaken[]): Clause {
  if (clause !== 'arrival') return clause
  const ahead = AHEAD_OF_ARRIVAL.find((reason) => overtakes.some((one) => one.clause === reason))
  return ahead ?? (isLate ? 'late_booking' : 'arrival')
}

/** Bookings whose time has come go before all walk-ins; no lane is kept for those to come. */
function choosePrecedence({ due, walkIns, early }: Sides): Choice {
  if (due[0]) return { start: due[0], clause: 'booking_due' }
  if (walkIns[0]) return { start: walkIns[0], clause: 'arrival' }
  return early[0] && { start: early[0], clause: 'early_gap' }
}

/** Two lines, bookings by time and walk-ins by arrival; the share decides which one a lane takes from. */
function chooseSeparate({ due, walkIns, early }: Sides, line: LineNow, rules: FairRules): Choice {
  const [walkIn] = walkIns
  const booking = due[0] ?? early[0]
  if (!walkIn) return booking && { start: booking, clause: due[0] ? 'booking_due' : 'early_gap' }
  if (!due[0] || isWalkInOwed(line, rules))
    return { start: walkIn, clause: due[0] ? 'separate_lines' : 'arrival' }
  return { start: due[0], clause: 'separate_lines' }
}

/** Those present whom a start overtakes: who arrived, or were booked, before. */
function overtakenBy(started: Entry, clause: Clause, { walkIns, due, early }: Sides): Overtaken[] {
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

/**
 * The choice while bookings may have changed without the queue having heard of it: by arrival, and nobody ahead of a
 * booking whose time has come, as its customer may be there.
 */
function chooseWhenStale({ due, walkIns, early, missing }: Sides): Choice {
  if (due[0]) return { start: due[0], clause: 'booking_due' }
  const next = walkIns[0] ?? early[0]
  if (!next) return undefined
  if (missing) return { keptFor: missing }
  return { start: next, clause: walkIns[0] ? 'arrival' : 'early_gap' }
}
