import type { Run } from './run-venue.ts'
import type { Score } from './score.ts'

const ON_TIME_PERCENT = 95
const MEAN_RATIO = 1.05

export const bestOf = (scores: readonly Score[], of: (score: Score) => number): Score =>
  scores.reduce((best, score) => (of(score) < of(best) ? score : best))

/** Whether a rule starts bookings on time. */
export const keepsTimes = ({ onTimePercent }: Score): boolean => onTimePercent >= ON_TIME_PERCENT

/** Whether walk-ins wait hardly longer, on average, than under each of the rules. */
export const isMeanMet = ({ usher }: Run, others: readonly Score[]): boolean =>
  others.every(({ walkIns }) => usher.walkIns.mean <= MEAN_RATIO * walkIns.mean)

/** Whether nine of ten walk-ins wait less long than under each of the rules. */
export const isP90Met = ({ usher }: Run, others: readonly Score[]): boolean =>
  others.every(({ walkIns }) => usher.walkIns.p90 < walkIns.p90)
