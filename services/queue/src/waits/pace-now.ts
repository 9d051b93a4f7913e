import { MINUTE_MS } from '@usher/service-kit/durations'
import { MAX_TIMES_USUAL, maxLaneMinutes, type Pace, RECENT_MINUTES } from './pace.ts'
import { addLately, isOutdated, minutesByBucket, minutesOf } from './work.ts'

/** Weights, in parties: of history against the last 90 minutes, and of the overall pace against an hour's. */
const HISTORY_WEIGHT = 12
const OVERALL_WEIGHT = 15

/** What was learnt, including recent starts; if the history is outdated, hours are ignored. */
export function learntBy(
  { work, starts, hours }: Pace,
  serviceMinutes: number,
): Pick<Pace, 'work' | 'hours'> {
  const usual = minutesByBucket(work, serviceMinutes)
  let { lately } = work
  for (const { lane_minutes, mix } of starts) {
    if (lane_minutes === null) continue
    lately = addLately(lately, Math.min(lane_minutes, maxLaneMinutes(minutesOf(mix, usual), serviceMinutes)))
  }
  const learnt = { ...work, lately }
  return { work: learnt, hours: isOutdated(learnt, serviceMinutes) ? {} : hours }
}

/** How much longer than usual parties take in an hour of the week; drawn towards 1 while little was seen of it. */
export function slownessIn(hours: Pace['hours'], hour: number, mean: number): number {
  const [took, usual] = hours[hour] ?? [0, 0]
  return (took + OVERALL_WEIGHT * mean) / (usual + OVERALL_WEIGHT * mean)
}

/**
 * How much longer than usual parties take now: the usual factor of this hour of the week, then the last 90 minutes,
 * later ones weighing more; each is drawn towards the broader estimate while it has little data.
 */
export function paceNow(
  { starts }: Pace,
  now: number,
  usual: readonly number[],
  mean: number,
  thisHour: number,
): number {
  let took = HISTORY_WEIGHT * mean * thisHour
  let expected = HISTORY_WEIGHT * mean
  for (const { at, lane_minutes, mix } of starts) {
    const age = (now - at) / MINUTE_MS
    if (lane_minutes === null || age > RECENT_MINUTES) continue
    const weight = 1 - age / RECENT_MINUTES
    const one = minutesOf(mix, usual)
    took += weight * Math.min(lane_minutes, MAX_TIMES_USUAL * one)
    expected += weight * one
  }
  return took / expected
}
