import type { FairRules, LineNow } from './fair-line.ts'

/** Whether walk-ins would have less than their share of the starts of the last hour if a booking was started now. */
export function isWalkInOwed({ recentStarts }: LineNow, { walkInShare }: FairRules): boolean {
  const walkIns = recentStarts.filter(({ isBooking }) => !isBooking).length
  return walkIns < Math.floor(walkInShare * (recentStarts.length + 1))
}
