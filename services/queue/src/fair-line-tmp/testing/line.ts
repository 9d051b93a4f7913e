import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, LineNow } from '../fair-line.ts'

export const NOW = Date.UTC(2026, 10, 26, 9)

export const rules: FairRules = {
  mode: 'merge',
  earlyMs: 15 * MINUTE_MS,
  lateMs: 10 * MINUTE_MS,
  toleranceMs: 5 * MINUTE_MS,
  walkInShare: 0,
}

/** Minutes from NOW. */
export const at = (minutes: number): number => NOW + minutes * MINUTE_MS

export const service = (p50: number, p90 = p50) => ({ p50: p50 * MINUTE_MS, p90: p90 * MINUTE_MS })

export const walkIn = (id: string, arrived: number, rank: number, took = service(10, 15)): Entry => ({
  id,
  arrivedAt: at(arrived),
  bookedAt: null,
  rank,
  service: took,
  showRate: 1,
})

export const booking = (
  id: string,
  booked: number,
  arrived: number | null,
  rank = Number.POSITIVE_INFINITY,
  took = service(10, 15),
): Entry => ({
  id,
  arrivedAt: arrived === null ? null : at(arrived),
  bookedAt: at(booked),
  rank,
  service: took,
  showRate: arrived === null ? 0.9 : 1,
})

/** @param lanes minutes until each is free */
export const lineOf = (entries: readonly Entry[], lanes: readonly number[] = [0]): LineNow => ({
  now: NOW,
  entries,
  lanes: lanes.map((minutes) => ({ p50: at(minutes), p90: at(minutes * 1.5) })),
  recentStarts: [],
  isStale: false,
})
