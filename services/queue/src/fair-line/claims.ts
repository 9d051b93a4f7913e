import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { chanceOfNoneLeft } from './lanes-left.ts'
import { chanceWithin } from './service-time.ts'

/** A booking's claim to a start by the end of its tolerance. */
export interface Claim {
  readonly booking: Entry
  readonly bookedAt: number
  readonly deadline: number
  /** Probability that the customer comes and finds all lanes taken at the deadline if the lane that is free now is, too. */
  readonly missed: number
}

/** Bookings further ahead are not looked at: other lanes will be free before. */
const HORIZON_MS = 30 * MINUTE_MS

/**
 * No more claims than there are lanes: those behind them are looked at once some have started.
 *
 * @param bookings in order of their time
 */
export function claimsOf(bookings: readonly Entry[], line: LineNow, { toleranceMs }: FairRules): Claim[] {
  const claims: Claim[] = []
  for (const [i, booking] of bookings.slice(0, line.lanes.length).entries()) {
    const bookedAt = booking.bookedAt ?? line.now
    if (bookedAt > line.now + HORIZON_MS) break
    const deadline = bookedAt + toleranceMs
    const missed = booking.showRate * chanceOfNoneLeft(deadline, bookings.slice(0, i), line)
    claims.push({ booking, bookedAt, deadline, missed })
  }
  return claims
}

/** Probability that a start now makes the booking miss its tolerance. */
export const riskOf = ({ service }: Entry, { deadline, missed }: Claim, now: number): number =>
  missed * (1 - chanceWithin(deadline - now, service))
