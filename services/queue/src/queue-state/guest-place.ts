import { MINUTE_MS } from '@usher/service-kit/durations'
import { bookedTime, entryOf } from '../records/guest-entry.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { Wait } from '../waits/estimate.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import { delayReason } from './guest-delay.ts'
import type { QueueState } from './queue-state.ts'
import { waitAt } from './queue-waits.ts'

/** Position from 1; null if the guest is not in the line. */
export function positionOf(guest: GuestRecord, { line }: QueueState): number | null {
  const index = isInLine(guest.status) ? line.indexOf({ id: guest._id, rank: guest.rank }) : undefined
  return index === undefined ? null : index + 1
}

const NO_WAIT: Wait = { low: 0, high: 0 }

/**
 * Wait from now on, at least until the guest is back from being away; none for one who was called, null for one who is
 * not in the line.
 */
export function waitOf(guest: GuestRecord, state: QueueState, now: Date): Wait | null {
  if (positionOf(guest, state) === null) return null
  if (guest.status === 'notified') return NO_WAIT
  const waited = (now.getTime() - guest.created_at.getTime()) / MINUTE_MS
  const reason = delayReason(guest, state)
  const wasPassed = reason?.reason === 'let_in_ahead'
  const wait = waitAt(state, now, {
    ahead: state.line.countsAhead(entryOf(guest)),
    waited,
    at: { id: guest._id, rank: guest.rank },
    bucket: partyBucket(guest.party_size),
    // With a reason for a delay, the guest is told at once. Otherwise the quote is kept while it is close.
    quoted: reason && !wasPassed ? undefined : guest.quote.low,
    wasPassed,
  })
  const own = withBooking(wait, guest, state, now)
  const away = Math.ceil(((guest.away_until?.getTime() ?? 0) - now.getTime()) / MINUTE_MS)
  return { low: Math.max(own.low, away), high: Math.max(own.high, away) }
}

/** Who has a booking waits no longer than until its time, whoever stands ahead. */
function withBooking(wait: Wait, guest: GuestRecord, { queue }: QueueState, now: Date): Wait {
  const booked = queue.bookings ? bookedTime(guest) : undefined
  if (booked === undefined || !queue.bookings) return wait
  const until = Math.max(0, Math.ceil((booked - now.getTime()) / MINUTE_MS))
  const low = Math.min(wait.low, until)
  return { low, high: Math.max(low, Math.min(wait.high, until + queue.bookings.tolerance_minutes)) }
}
