import { DAY_MS, HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, Lane, LineNow, ServiceTime } from './fair-line.ts'
import { byRank } from './sides.ts'

const UNKNOWN_SERVICE_MS = 10 * MINUTE_MS

/** The line in an order of its own, and without values that no rule can be applied to. */
export function cleanLine(line: LineNow): LineNow {
  const now = timeOrNull(line.now) ?? 0
  const lanes = line.lanes.map((lane) => cleanLane(lane, now)).sort((a, b) => a.p50 - b.p50 || a.p90 - b.p90)
  return {
    now,
    entries: line.entries.map(cleanEntry).sort(byRank),
    lanes: lanes.length > 0 ? lanes : [{ p50: now, p90: now }],
    recentStarts: line.recentStarts.filter(({ at }) => at > now - HOUR_MS && at <= now),
    isStale: line.isStale,
  }
}

export function cleanRules({ mode, earlyMs, lateMs, toleranceMs, walkInShare }: FairRules): FairRules {
  return {
    mode,
    earlyMs: within(earlyMs, 0, DAY_MS),
    lateMs: within(lateMs, 0, DAY_MS),
    toleranceMs: within(toleranceMs, 0, DAY_MS),
    walkInShare: within(walkInShare, 0, 1),
  }
}

function cleanEntry(entry: Entry): Entry {
  const { id, arrivedAt, bookedAt, rank, service, showRate } = entry
  return {
    id,
    arrivedAt: timeOrNull(arrivedAt),
    bookedAt: timeOrNull(bookedAt),
    rank: Number.isNaN(rank) ? Number.POSITIVE_INFINITY : rank,
    service: cleanService(service),
    showRate: within(showRate, 0, 1),
  }
}

function cleanService({ p50, p90 }: ServiceTime): ServiceTime {
  const usual = p50 > 0 ? within(p50, 1, DAY_MS) : UNKNOWN_SERVICE_MS
  return { p50: usual, p90: Math.max(usual, within(p90, 0, DAY_MS)) }
}

/** A lane that is free within a millisecond is free. */
function cleanLane({ p50, p90 }: Lane, now: number): Lane {
  const free = within(p50, now, now + DAY_MS)
  if (free < now + 1) return { p50: now, p90: now }
  return { p50: free, p90: Math.max(free, within(p90, now, now + DAY_MS)) }
}

/** The largest time that a Date can hold. */
const MAX_TIME = 8.64e15

const timeOrNull = (time: number | null): number | null =>
  time !== null && Math.abs(time) <= MAX_TIME ? time : null

/** NaN gives the least value. */
const within = (value: number, least: number, most: number): number =>
  value > least ? Math.min(value, most) : least
