import type { Choice } from './choice.ts'
import { cleanLine, cleanRules } from './clean.ts'
import type { Clause, Decision, Entry, FairRules, LineNow, Overtaken } from './fair-line.ts'
import { chooseMerged } from './merge.ts'
import { choosePrecedence, chooseSeparate } from './other-modes.ts'
import { overtakenBy } from './overtaken.ts'
import { type Sides, sidesOf } from './sides.ts'
import { chooseWhenStale } from './stale.ts'
import { standingOf } from './standing.ts'

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
