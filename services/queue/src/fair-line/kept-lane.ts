import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { chanceWithin } from './service-time.ts'

/** How long a lane may stay empty to have one booking more start on time. */
const WORTH_MS = 20 * MINUTE_MS

/**
 * The booking that a free lane is kept for, rather than start somebody who needs it for `service`; undefined if none.
 *
 * Backfilling as on clusters of computers: who comes later in the order may go ahead as long as no reserved start is
 * delayed (IBM Spectrum LSF, "Backfill scheduling"). Services have no run limit here, so that the delay is a
 * probability: that all other lanes are taken at the end of the booking's tolerance, that the service has not ended,
 * and that the booked customer comes. A lane is kept while this, times what a start on time is worth, exceeds the time it stays empty.
 *
 * @param soon bookings whose time has not come, in order of it
 */
export function keptFor(
  candidate: Entry,
  soon: readonly Entry[],
  line: LineNow,
  { toleranceMs }: FairRules,
): Entry | undefined {
  const { now } = line
  for (const [i, booking] of soon.entries()) {
    const bookedAt = booking.bookedAt ?? now
    if (bookedAt - now > WORTH_MS) return undefined
    if (booking === candidate) continue
    const deadline = bookedAt + toleranceMs
    const isTaken = 1 - chanceWithin(deadline - now, candidate.service)
    const earlier = soon.slice(0, i).filter((one) => one !== candidate)
    const need = isTaken * booking.showRate * chanceOfNoneLeft(deadline, earlier, line)
    if (need * WORTH_MS > bookedAt - now) return booking
  }
  return undefined
}

/** Probability that exactly the lane that is free now is missing: the other lanes are as many as earlier bookings take. */
function chanceOfNoneLeft(deadline: number, earlier: readonly Entry[], { lanes, now }: LineNow): number {
  // Distribution of the number of free lanes less those that earlier bookings take, from -earlier.length.
  let counts = new Float64Array(earlier.length + 1)
  counts[earlier.length] = 1
  for (const { bookedAt, service, showRate } of earlier) {
    const stays = showRate * (1 - chanceWithin(deadline - Math.max(now, bookedAt ?? now), service))
    counts = shifted(counts, stays, -1)
  }
  const [, ...others] = lanes.toSorted((a, b) => a.p50 - b.p50)
  for (const lane of others) {
    const left = { p50: lane.p50 - now, p90: lane.p90 - now }
    counts = shifted(counts, chanceWithin(deadline - now, left), 1)
  }
  let none = 0
  for (let i = 0; i <= earlier.length; i += 1) none += counts[i] ?? 0
  return none
}

/** A distribution after adding a step up or down that happens with a probability. The index stays that of the same count. */
function shifted(counts: Float64Array<ArrayBuffer>, chance: number, step: 1 | -1): Float64Array<ArrayBuffer> {
  const next = new Float64Array(counts.length + (step === 1 ? 1 : 0))
  for (const [i, count] of counts.entries()) {
    next[i] = (next[i] ?? 0) + count * (1 - chance)
    const to = Math.max(0, i + step)
    next[to] = (next[to] ?? 0) + count * chance
  }
  return next
}
