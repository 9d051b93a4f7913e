import { HOUR_MS } from '@usher/service-kit/durations'
import type { Clause, Entry, FairRules, Lane, LineNow, Why } from './fair-line.ts'
import { choose } from './next-to-start.ts'
import { sidesOf, standingOf } from './sides.ts'

export interface PlannedStart {
  readonly entry: Entry
  /** It does not start before this time, even if a lane is free. */
  readonly notBefore: number
  readonly why: readonly Why[]
}

/** So many starts are planned as calls decide them. Who fills a gap after that cannot be told, and is not worth the time. */
const EXACT_STARTS = 10

/** The order in which everybody starts if each service takes its median and bookings come at their time. */
export function planStarts(line: LineNow, rules: FairRules): PlannedStart[] {
  const plan: PlannedStart[] = []
  let now = line.now
  let lanes = line.lanes
  let recentStarts = line.recentStarts
  const isAbsent = (entry: Entry) => standingOf(entry, line.now, rules) === 'absent'
  let rest = line.entries.filter((entry) => !isAbsent(entry))
  while (rest.length > 0) {
    const entries = rest.map((entry) => arrivedBy(now, entry))
    const moment = { now, entries, lanes, recentStarts, isStale: line.isStale }
    const free = lanes.findIndex(({ p50 }) => p50 <= now)
    const applied: FairRules = plan.length < EXACT_STARTS ? rules : { ...rules, mode: laterMode(rules) }
    const choice = free >= 0 ? choose(sidesOf(moment, applied), moment, applied) : undefined
    if (choice && 'start' in choice) {
      const { start, clause } = choice
      const entry = rest.find(({ id }) => id === start.id) ?? start
      const isBooking = start.bookedAt !== null
      plan.push({ entry, notBefore: isBooking ? now : line.now, why: whyOf(entry, clause, line.now, rules) })
      recentStarts = [...recentStarts.filter(({ at }) => at > now - HOUR_MS), { at: now, isBooking }]
      lanes = lanes.with(free, laneAfter(now, entry)).sort(byTime)
      rest = rest.filter((one) => one !== entry)
    } else {
      const next = nextEvent(now, rest, lanes)
      if (next === undefined) throw new Error('nothing to wait for')
      now = next
    }
  }
  return [...plan, ...line.entries.filter(isAbsent).map((entry) => leftOver(entry, line.now, rules))]
}

const laterMode = ({ mode }: FairRules): FairRules['mode'] => (mode === 'merge' ? 'precedence' : mode)

const byTime = (a: Lane, b: Lane): number => a.p50 - b.p50 || a.p90 - b.p90

const laneAfter = (now: number, { service }: Entry): Lane => ({
  p50: now + service.p50,
  p90: now + service.p90,
})

/** An expected customer is supposed to come at the booked time. */
function arrivedBy(now: number, entry: Entry): Entry {
  const { arrivedAt, bookedAt } = entry
  return arrivedAt === null && bookedAt !== null && bookedAt <= now
    ? { ...entry, arrivedAt: bookedAt }
    : entry
}

function nextEvent(now: number, entries: readonly Entry[], lanes: readonly Lane[]): number | undefined {
  let next = Number.POSITIVE_INFINITY
  for (const { p50 } of lanes) if (p50 > now && p50 < next) next = p50
  for (const { bookedAt } of entries)
    if (bookedAt !== null && bookedAt > now && bookedAt < next) next = bookedAt
  return next === Number.POSITIVE_INFINITY ? undefined : next
}

function whyOf(entry: Entry, clause: Clause, now: number, rules: FairRules): Why[] {
  const standing = standingOf(entry, now, rules)
  if (standing === 'expected') return ['not_here_yet', clause]
  if (standing === 'early') return ['waits_for_time', clause]
  if (standing === 'late' || (standing === 'walk_in' && entry.bookedAt !== null)) return ['came_late', clause]
  return [clause]
}

/** Whoever no rule starts, such as a booking whose customer should have come long ago. */
const leftOver = (entry: Entry, now: number, rules: FairRules): PlannedStart => ({
  entry,
  notBefore: now,
  why: whyOf(entry, 'arrival', now, rules),
})
