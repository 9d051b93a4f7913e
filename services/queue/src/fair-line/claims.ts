import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, LineNow } from './fair-line.ts'
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

/** @param bookings in order of their time */
export function claimsOf(bookings: readonly Entry[], line: LineNow, { toleranceMs }: FairRules): Claim[] {
  const claims: Claim[] = []
  for (const [i, booking] of bookings.entries()) {
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

/**
 * Probability that it is exactly the lane that is free now that is missing: the others that are free by the deadline are no more
 * than earlier bookings take.
 */
function chanceOfNoneLeft(deadline: number, earlier: readonly Entry[], { lanes, now }: LineNow): number {
  const zero = earlier.length
  /** Distribution of the lanes left over, from as many too few as there are earlier bookings. */
  let left = new Float64Array(zero + lanes.length)
  left[zero] = 1
  for (const { bookedAt, service, showRate } of earlier) {
    const stays = 1 - chanceWithin(deadline - Math.max(now, bookedAt ?? now), service)
    left = stepped(left, showRate * stays, -1)
  }
  const asking = firstFree(lanes)
  for (const [i, lane] of lanes.entries()) {
    if (i === asking) continue
    const rest = { p50: lane.p50 - now, p90: lane.p90 - now }
    left = stepped(left, chanceWithin(deadline - now, rest), 1)
  }
  let none = 0
  for (let i = 0; i <= zero; i += 1) none += left[i] ?? 0
  return none
}

function firstFree(lanes: LineNow['lanes']): number {
  let first = 0
  for (const [i, { p50 }] of lanes.entries()) if (p50 < (lanes[first]?.p50 ?? 0)) first = i
  return first
}

/** A distribution of counts after a step up or down that happens with a probability. */
function stepped(counts: Float64Array<ArrayBuffer>, chance: number, step: 1 | -1): Float64Array<ArrayBuffer> {
  const next = new Float64Array(counts.length)
  for (let i = 0; i < counts.length; i += 1) {
    const before = counts[i - step] ?? 0
    next[i] = (counts[i] ?? 0) * (1 - chance) + before * chance
  }
  return next
}
