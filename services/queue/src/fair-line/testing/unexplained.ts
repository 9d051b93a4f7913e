import { HOUR_MS } from '@usher/service-kit/durations'
import type { Decision, Entry, FairRules, LineNow, Overtaken } from '../fair-line.ts'

/**
 * What a decision leaves unexplained; undefined if nothing. Written from the rules' description, not from their code: each one
 * present who came, or was booked, before must be named, with a reason that is true.
 */
export function unexplained(line: LineNow, decision: Decision, rules: FairRules): string | undefined {
  if (decision.kind === 'nobody') {
    return line.entries.some(isPresent) ? 'nobody is started although somebody is there' : undefined
  }
  const entry = (id: string) => line.entries.find((one) => one.id === id)
  if (decision.kind === 'keep') {
    const bookedAt = entry(decision.for)?.bookedAt ?? Number.NaN
    const until = line.isStale ? [bookedAt, bookedAt + rules.lateMs] : [bookedAt]
    const isRight = until.includes(decision.until) && decision.until > line.now
    return isRight ? undefined : `a lane is kept for ${decision.for} without a booking to come`
  }
  const started = entry(decision.id)
  if (!started || !isPresent(started)) return `${decision.id} is not there`
  for (const other of line.entries) {
    if (!isPresent(other) || other === started || !isBefore(other, started)) continue
    const named = decision.overtakes.find(({ id }) => id === other.id)
    if (!named) return `${decision.id} overtakes ${other.id} without a reason`
    if (!isTrue(named, started, other, line, rules)) {
      return `${decision.id} overtakes ${other.id}: not ${named.clause}`
    }
  }
  return undefined
}

function isTrue(
  { clause }: Overtaken,
  started: Entry,
  other: Entry,
  { now, entries, recentStarts }: LineNow,
  rules: FairRules,
): boolean {
  const isOnTime = (one: Entry) => one.bookedAt !== null && (one.arrivedAt ?? 0) <= one.bookedAt
  const booked = started.bookedAt ?? Number.POSITIVE_INFINITY
  switch (clause) {
    case 'booking_due':
      return isOnTime(started) && booked <= now
    case 'late_booking':
      return other.bookedAt !== null && !isOnTime(other)
    case 'backfill':
      return entries.some((one) => isOnTime(one) || (!isPresent(one) && (one.bookedAt ?? 0) >= now))
    case 'walk_in_share': {
      const recent = recentStarts.filter(({ at }) => at > now - HOUR_MS)
      const walkIns = recent.filter(({ isBooking }) => !isBooking).length
      return walkIns < rules.walkInShare * (recent.length + 1)
    }
    case 'early_gap':
      return started.bookedAt !== null && booked > now
    case 'line_order':
      return started.rank < other.rank
    case 'separate_lines':
      return rules.mode === 'separate'
    default:
      return false
  }
}

const isPresent = ({ arrivedAt }: Entry): boolean => arrivedAt !== null

const isBefore = (a: Entry, b: Entry): boolean => claimed(a) < claimed(b)

const claimed = ({ bookedAt, arrivedAt }: Entry): number => bookedAt ?? arrivedAt ?? 0
