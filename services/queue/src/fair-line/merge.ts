import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Choice, Entry, FairRules, LineNow } from './fair-line.ts'
import { chanceWithin } from './service-time.ts'
import type { Sides } from './sides.ts'
import { timeOf } from './sides.ts'

/** A walk-in fits before a booking that this share of such starts would make late at most. */
const FITTING_RISK = 0.02

/** The first in line goes ahead of a due booking at this risk of making it late, as it has waited. */
const ACCEPTED_RISK = 0.25

/** How long a lane may stay empty to have one booking more start on time. */
const WORTH_MS = 3 * MINUTE_MS

/** Nobody is passed over for those who came more than this later, so that all are started at some time. */
const BACKFILL_MS = 30 * MINUTE_MS

/** How many are looked at for one that fits. */
const MAX_LOOKED_AT = 20

/**
 * The product's own rule: one line for bookings and walk-ins.
 *
 * Backfilling as on clusters of computers: who comes later in the order may go ahead if no reserved start is delayed (IBM
 * Spectrum LSF, "Backfill scheduling"). Services have no run limit here, so that the delay is a probability.
 */
export function chooseMerged(sides: Sides, line: LineNow, rules: FairRules): Choice {
  const { due, walkIns, soon } = sides
  const [booking] = due
  const [walkIn] = walkIns
  if (booking && walkIn && isWalkInOwed(line, rules)) return { start: walkIn, clause: 'walk_in_share' }
  if (!walkIn) return booking ? { start: booking, clause: 'booking_due' } : chooseEarly(sides, line, rules)
  if (booking && timeOf(booking) + rules.toleranceMs < line.now)
    return { start: booking, clause: 'booking_due' }
  const claims = claimsOf([...due, ...soon], line, rules)
  const fitting = fittingWalkIn(walkIns, claims, line.now)
  if (fitting) return { start: fitting, clause: fitting === walkIn ? 'arrival' : 'backfill' }
  const endangered = endangeredBy(walkIn, claims, line.now)
  if (!endangered) return { start: walkIn, clause: 'arrival' }
  if (booking) return { start: booking, clause: 'booking_due' }
  return chooseEarly(sides, line, rules) ?? { keptFor: endangered }
}

function fittingWalkIn(walkIns: readonly Entry[], claims: readonly Claim[], now: number): Entry | undefined {
  const latest = (walkIns[0]?.arrivedAt ?? now) + BACKFILL_MS
  return walkIns
    .slice(0, MAX_LOOKED_AT)
    .find(
      (one) =>
        (one.arrivedAt ?? now) <= latest && claims.every((claim) => riskOf(one, claim, now) <= FITTING_RISK),
    )
}

/** The booking that a start would delay too probably: a due one, or one that is worth an empty lane until its time. */
function endangeredBy(candidate: Entry, claims: readonly Claim[], now: number): Entry | undefined {
  return claims.find((claim) => {
    const risk = riskOf(candidate, claim, now)
    return claim.bookedAt <= now ? risk > ACCEPTED_RISK : risk * WORTH_MS > claim.bookedAt - now
  })?.booking
}

/** A booking before its time, where the lane would stay empty otherwise. */
function chooseEarly(
  { early, walkIns, soon }: Sides,
  line: LineNow,
  { earlyMs, ...rules }: FairRules,
): Choice {
  let keptFor: Entry | undefined
  for (const candidate of early) {
    if (walkIns.length > 0 && timeOf(candidate) > line.now + earlyMs) break
    const others = claimsOf(
      soon.filter((one) => one !== candidate),
      line,
      { earlyMs, ...rules },
    )
    const endangered = endangeredBy(candidate, others, line.now)
    if (!endangered) return { start: candidate, clause: 'early_gap' }
    keptFor ??= endangered
  }
  return keptFor && { keptFor }
}

/** A booking's claim to a start by the end of its tolerance. */
interface Claim {
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
function claimsOf(bookings: readonly Entry[], line: LineNow, { toleranceMs }: FairRules): Claim[] {
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
const riskOf = ({ service }: Entry, { deadline, missed }: Claim, now: number): number =>
  missed * (1 - chanceWithin(deadline - now, service))

/**
 * Probability that it is exactly the lane that is free now that is missing at a deadline: the others that are free by then
 * are no more than earlier bookings take. The distribution of a sum of independent yes-or-no events, one by one.
 */
function chanceOfNoneLeft(deadline: number, earlier: readonly Entry[], { lanes, now }: LineNow): number {
  const zero = earlier.length
  // Probability of each number of lanes left over, from as many too few as there are earlier bookings.
  const left = new Float64Array(zero + lanes.length)
  left[zero] = 1
  for (const { bookedAt, service, showRate } of earlier) {
    stepDown(left, showRate * (1 - chanceWithin(deadline - Math.max(now, bookedAt ?? now), service)))
  }
  // Lanes are in order of time: the first is the one that asks.
  for (let i = 1; i < lanes.length; i += 1) {
    const { p50, p90 } = lanes[i] ?? { p50: now, p90: now }
    stepUp(left, chanceWithin(deadline - now, { p50: p50 - now, p90: p90 - now }))
  }
  let none = 0
  for (let i = 0; i <= zero; i += 1) none += left[i] ?? 0
  return none
}

function stepUp(counts: Float64Array, chance: number): void {
  for (let i = counts.length - 1; i > 0; i -= 1) {
    counts[i] = (counts[i] ?? 0) * (1 - chance) + (counts[i - 1] ?? 0) * chance
  }
  counts[0] = (counts[0] ?? 0) * (1 - chance)
}

function stepDown(counts: Float64Array, chance: number): void {
  const last = counts.length - 1
  for (let i = 0; i < last; i += 1) {
    counts[i] = (counts[i] ?? 0) * (1 - chance) + (counts[i + 1] ?? 0) * chance
  }
  counts[last] = (counts[last] ?? 0) * (1 - chance)
}

/** Whether walk-ins would have less than their share of the starts of the last hour if a booking was started now. */
export function isWalkInOwed({ recentStarts }: LineNow, { walkInShare }: FairRules): boolean {
  const walkIns = recentStarts.filter(({ isBooking }) => !isBooking).length
  return walkIns < Math.floor(walkInShare * (recentStarts.length + 1))
}
