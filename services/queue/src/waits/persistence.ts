/** Sums of a regression through the origin: how far differences that were seen came true in the next interval. */
export interface Persisted {
  readonly together: number
  readonly squares: number
}

/** By how much longer than usual parties took, as a share: in an hour of the week, today, in the last 90 minutes. */
export interface Differences {
  readonly hour: number
  readonly today: number
  readonly recent: number
}

/** How far differences from the usual pace have persisted in a queue: of an hour, of the day so far, of the last 90 minutes. */
export interface Persistence {
  readonly hour: Persisted
  readonly today: Persisted
  readonly recent: Persisted
}

const NOTHING: Persisted = { together: 0, squares: 0 }

/** Intervals after which one counts a third. */
const MEMORY = 2_000

/** Weight of the assumption that differences come true as seen, in sums of their squares. */
const AS_SEEN_WEIGHT = 0.5

const MAX_SHARE = 1.5

/** The share of a difference that is to be expected to come true. */
export const persistingShare = ({ together, squares }: Persisted = NOTHING): number =>
  Math.max(0, Math.min(MAX_SHARE, (together + AS_SEEN_WEIGHT) / (squares + AS_SEEN_WEIGHT)))

/** Limits of the differences, as shares: one odd interval says little. */
const MAX_SEEN = 0.5
const MAX_FOLLOWED = 1.5

const within = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** Adds a difference that was seen, and the one that followed. */
export const addPersisted = (
  { together, squares }: Persisted = NOTHING,
  seen: number,
  followed: number,
): Persisted => ({
  together: together * (1 - 1 / MEMORY) + within(seen, MAX_SEEN) * within(followed, MAX_FOLLOWED),
  squares: squares * (1 - 1 / MEMORY) + within(seen, MAX_SEEN) ** 2,
})

/** Lane-minutes that parties took of late, and those usual in their hours; what was hours ago counts less. */
export interface Today {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly took: number
  readonly usual: number
}

/** Time after which lane-minutes count a third, in ms. */
const TODAY_MS = 12 * 3_600_000

/** The same as it counts later. */
export function fadedTo(now: number, today: Today | undefined): Today {
  if (!today) return { at: now, took: 0, usual: 0 }
  const keep = Math.exp(-Math.max(0, now - today.at) / TODAY_MS)
  return { at: now, took: today.took * keep, usual: today.usual * keep }
}
