import { DAY_MS, HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, Lane, LineNow, ServiceTime } from './fair-line.ts'

const UNKNOWN_SERVICE_MS = 10 * MINUTE_MS

/** The line without values that no rule can be applied to, so that the rules need not expect them. */
export function cleanLine(line: LineNow): LineNow {
  const now = finite(line.now, 0)
  const lanes = line.lanes.map((lane) => cleanLane(lane, now))
  return {
    now,
    entries: line.entries.map(cleanEntry),
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
  const usual = p50 > 0 ? Math.min(p50, DAY_MS) : UNKNOWN_SERVICE_MS
  return { p50: usual, p90: Math.max(usual, within(p90, 0, DAY_MS)) }
}

function cleanLane({ p50, p90 }: Lane, now: number): Lane {
  const free = within(p50, now, now + DAY_MS)
  return { p50: free, p90: free <= now ? now : Math.max(free, within(p90, now, now + DAY_MS)) }
}

const timeOrNull = (time: number | null): number | null => (Number.isFinite(time) ? time : null)

const finite = (value: number, otherwise: number): number => (Number.isFinite(value) ? value : otherwise)

/** NaN gives the least value. */
const within = (value: number, least: number, most: number): number =>
  value > least ? Math.min(value, most) : least
