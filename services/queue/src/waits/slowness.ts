import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { type Pace, RECENT_MINUTES, type Today } from './pace.ts'
import {
  addLately,
  boundedInterval,
  MAX_TIMES_USUAL,
  meanMinutes,
  minutesByBucket,
  minutesOf,
  type Work,
} from './work.ts'

/** Weight, in parties, of the usual pace against the day so far or the last 90 minutes. */
const USUAL_WEIGHT = 20

/** Parties are never taken to be more than five times as fast as usual. */
const MIN_SLOWNESS = 0.2

/** Time after which the weight of lane-minutes has fallen to a third. */
const TODAY_MS = 12 * HOUR_MS

/** The sums with the weights that they have at a later time. */
function decayedTo(now: number, today: Today | undefined): Today {
  if (!today) return { at: now, took: 0, usual: 0 }
  const keep = Math.exp(-Math.max(0, now - today.at) / TODAY_MS)
  return { at: now, took: today.took * keep, usual: today.usual * keep }
}

/** Adds what a party took, and such parties usually take, to the sums of the day. */
export function addToday(before: Today | undefined, at: number, took: number, usual: number): Today {
  const today = decayedTo(at, before)
  return { at, took: today.took + took, usual: today.usual + usual }
}

/** The usual pace of a queue. */
interface Usual {
  /** Minutes that a party of each bucket takes, and overall. */
  readonly minutes: readonly number[]
  readonly mean: number
}

/** The usual pace by the sums of a queue. */
export const usualPace = (work: Work, serviceMinutes: number): Usual => ({
  minutes: minutesByBucket(work, serviceMinutes),
  mean: meanMinutes(work, serviceMinutes),
})

/** The sums with the lengths of recent starts added. */
export function withLately({ work, starts }: Pace, serviceMinutes: number): Work {
  const usual = minutesByBucket(work, serviceMinutes)
  let { lately } = work
  for (const { lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    lately = addLately(lately, boundedInterval(lane_minutes, mix, usual, serviceMinutes))
  }
  return { ...work, lately }
}

/** How much longer than usual parties take now: by the day so far, then by the last 90 minutes, later ones weighing more. */
export function slownessNow({ starts, today }: Pace, now: number, usual: Usual): number {
  const weight = USUAL_WEIGHT * usual.mean
  const day = decayedTo(now, today)
  const sums = { took: weight + day.took, usually: weight + day.usual, lately: 0, latelyUsual: 0 }
  for (const { at, lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    const usually = minutesOf(mix, usual.minutes)
    const took = Math.min(lane_minutes, MAX_TIMES_USUAL * usually)
    sums.took += took
    sums.usually += usually
    const share = Math.max(0, 1 - Math.max(0, now - at) / (RECENT_MINUTES * MINUTE_MS))
    sums.lately += share * took
    sums.latelyUsual += share * usually
  }
  const byToday = Math.max(MIN_SLOWNESS, sums.took / sums.usually)
  return byToday * Math.max(MIN_SLOWNESS, (weight + sums.lately / byToday) / (weight + sums.latelyUsual))
}
