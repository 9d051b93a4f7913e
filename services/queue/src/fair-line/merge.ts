import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Choice } from './choice.ts'
import { type Claim, claimsOf, riskOf } from './claims.ts'
import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { timeOf } from './order.ts'
import type { Sides } from './sides.ts'
import { isWalkInOwed } from './walk-in-share.ts'

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
