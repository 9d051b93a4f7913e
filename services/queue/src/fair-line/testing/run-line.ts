import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, Lane } from '../fair-line.ts'
import { nextToStart } from '../next-to-start.ts'

/** Somebody who comes; `comesAt` null: does not. */
export interface Comer {
  readonly entry: Entry
  readonly comesAt: number | null
}

/**
 * Starts by id, of all who come, minute by minute, where each service takes its P90. Nobody is started later than `until`.
 */
export function runLine(
  comers: readonly Comer[],
  lanes: number,
  rules: FairRules,
  from: number,
  until: number,
): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  const freeAt = Array.from({ length: lanes }, () => from)
  const recent: { at: number; isBooking: boolean }[] = []
  for (let now = from; now <= until; now += MINUTE_MS) {
    for (const lane of freeAt.keys()) {
      if ((freeAt[lane] ?? 0) > now) continue
      const entries = entriesAt(now, comers, starts)
      const state: Lane[] = freeAt.map((time) => ({ p50: Math.max(now, time), p90: Math.max(now, time) }))
      const recentStarts = recent.filter(({ at }) => at > now - HOUR_MS)
      const decision = nextToStart({ now, entries, lanes: state, recentStarts, isStale: false }, rules)
      const started = decision.kind === 'start' && entries.find(({ id }) => id === decision.id)
      if (!started) continue
      starts.set(started.id, now)
      recent.push({ at: now, isBooking: started.bookedAt !== null })
      freeAt[lane] = now + started.service.p90
    }
  }
  return starts
}

function entriesAt(now: number, comers: readonly Comer[], starts: ReadonlyMap<string, number>): Entry[] {
  return comers.flatMap(({ entry, comesAt }, rank) => {
    if (starts.has(entry.id)) return []
    if (comesAt !== null && comesAt <= now) return [{ ...entry, arrivedAt: comesAt, rank, showRate: 1 }]
    return entry.bookedAt === null ? [] : [entry]
  })
}
