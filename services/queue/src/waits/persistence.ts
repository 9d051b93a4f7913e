import { HOUR_MS } from '@usher/service-kit/durations'

/** Sums of a regression through the origin of the differences that followed on those seen before. */
export interface RegressionSums {
  /** Of the products, and of the squares of those seen before. */
  readonly together: number
  readonly squares: number
}

/** By which share parties took longer than usual: in an hour of the week, on the day so far, in the last 90 minutes. */
export interface Differences {
  readonly hour: number
  readonly today: number
  readonly recent: number
}

/** How far such differences have persisted in a queue. */
export interface Persistence {
  readonly hour: RegressionSums
  readonly today: RegressionSums
  readonly recent: RegressionSums
}

const NO_SUMS: RegressionSums = { together: 0, squares: 0 }

/** Intervals after which the weight of one has fallen to a third. */
const MEMORY = 2_000

/** Weight, in squared differences, of the assumption that differences persist as they were seen. */
const PRIOR_WEIGHT = 0.5

const MAX_SHARE = 1.5

/** The share of a difference that is expected to persist. */
export const persistingShare = ({ together, squares }: RegressionSums = NO_SUMS): number =>
  Math.max(0, Math.min(MAX_SHARE, (together + PRIOR_WEIGHT) / (squares + PRIOR_WEIGHT)))

/** Limits of the differences, as shares: one odd interval says little. */
const MAX_SEEN = 0.5
const MAX_FOLLOWED = 1.5

const within = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** Adds a difference that was seen, and the one that followed. */
export const addDifference = (
  { together, squares }: RegressionSums = NO_SUMS,
  seen: number,
  followed: number,
): RegressionSums => ({
  together: together * (1 - 1 / MEMORY) + within(seen, MAX_SEEN) * within(followed, MAX_FOLLOWED),
  squares: squares * (1 - 1 / MEMORY) + within(seen, MAX_SEEN) ** 2,
})

/** Lane-minutes that parties took today, and those usual in their hours; older ones count less. */
export interface Today {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly took: number
  readonly usual: number
}

/** Time after which the weight of lane-minutes has fallen to a third. */
const TODAY_MS = 12 * HOUR_MS

/** The sums with the weights that they have at a later time. */
export function decayedTo(now: number, today: Today | undefined): Today {
  if (!today) return { at: now, took: 0, usual: 0 }
  const keep = Math.exp(-Math.max(0, now - today.at) / TODAY_MS)
  return { at: now, took: today.took * keep, usual: today.usual * keep }
}
