export const HOURS_A_WEEK = 168
export const HOURS_A_DAY = 24

/** Hours that are looked ahead; beyond them all goes on as in the last. */
const MAX_HOURS = 24

/** Weight of a later number of lanes against those seen before in an hour of the week. */
const LATER_WEIGHT = 0.2

/** Usual number of lanes, by hour of the week. */
export type UsualLanes = Readonly<Record<string, number>>

/** Adds a number of lanes to what is usual in an hour of the week. */
export function learnLanes(usual: UsualLanes, hour: number, lanes: number): UsualLanes {
  const before = usual[hour] ?? lanes
  const now = Math.round((before + LATER_WEIGHT * (lanes - before)) * 100) / 100
  return now === usual[hour] ? usual : { ...usual, [hour]: now }
}

/** Lanes usual in an hour of the week, else in that hour of other days; undefined if none were seen. */
function lanesIn(usual: UsualLanes, hour: number): number | undefined {
  const own = usual[hour]
  if (own !== undefined) return own
  const others: number[] = []
  for (let other = hour % HOURS_A_DAY; other < HOURS_A_WEEK; other += HOURS_A_DAY) {
    const lanes = usual[other]
    if (lanes !== undefined) others.push(lanes)
  }
  if (others.length === 0) return undefined
  return others.reduce((sum, one) => sum + one, 0) / others.length
}

interface Moment {
  /** Hour of the week, and the minutes of it that have passed. */
  readonly hour: number
  readonly minute: number
}

/** A stretch of time that does so many minutes of work, at the rate of now, in each minute. */
interface Stretch {
  readonly minutes: number
  readonly rate: number
}

/**
 * Prepares for walking forward over the hours to come.
 *
 * @returns the minutes that work takes which would take so many if all went on as now; grows with them
 */
export function walkForward(usualLanes: UsualLanes, { hour, minute }: Moment) {
  const stretches: Stretch[] = [{ minutes: 60 - minute, rate: 1 }]
  const lanesNow = lanesIn(usualLanes, hour)
  let lanes = lanesNow
  for (let ahead = 1; ahead <= MAX_HOURS; ahead += 1) {
    const later = (hour + ahead) % HOURS_A_WEEK
    lanes = lanesIn(usualLanes, later) ?? lanes
    stretches.push({
      minutes: 60,
      rate: lanes !== undefined && lanesNow !== undefined ? lanes / lanesNow : 1,
    })
  }
  return (work: number): number => {
    let [left, passed, rate] = [work, 0, 1]
    for (const stretch of stretches) {
      rate = stretch.rate
      if (left <= stretch.minutes * rate) break
      left -= stretch.minutes * rate
      passed += stretch.minutes
    }
    return passed + left / rate
  }
}
