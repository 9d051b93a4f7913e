import { MINUTE_MS } from '@usher/service-kit/durations'
import { bookedTime, entryOf } from '../records/guest-entry.ts'
import { type GuestRecord, isInLine } from '../records/guest-record.ts'
import type { Wait } from '../waits/estimate.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import { delayReason } from './guest-delay.ts'
import { positionAt } from './line-order.ts'
import type { QueueState } from './queue-state.ts'
import { knownUntil, waitAt, waitUntil } from './queue-waits.ts'
import { turnOf } from './turns.ts'

/** Whether the line has a guest. */
export const standsIn = ({ _id: id, rank, status }: GuestRecord, { line }: QueueState): boolean =>
  isInLine(status) && line.find({ id, rank }) !== undefined

/** Position by turn, from 1; null if the guest is not in the line. */
export const positionOf = (
  { _id: id, rank, status }: GuestRecord,
  state: QueueState,
  now: Date,
): number | null => (isInLine(status) ? positionAt(state, { id, rank }, now) : null)

const NO_WAIT: Wait = { low: 0, high: 0 }

/**
 * Wait from now on, at least until the guest is back from being away; none for one who was called, null for one who is
 * not in the line.
 */
export function waitOf(guest: GuestRecord, state: QueueState, now: Date): Wait | null {
  if (!standsIn(guest, state)) return null
  if (guest.status === 'notified') return NO_WAIT
  const own = waitWithBooking(guest, state, now) ?? waitOfWalkIn(guest, state, now)
  const away = Math.ceil(((guest.away_until?.getTime() ?? 0) - now.getTime()) / MINUTE_MS)
  return { low: Math.max(own.low, away), high: Math.max(own.high, away) }
}

const minutesWaited = ({ created_at }: GuestRecord, now: Date): number =>
  (now.getTime() - created_at.getTime()) / MINUTE_MS

function waitOfWalkIn(guest: GuestRecord, state: QueueState, now: Date): Wait {
  const reason = delayReason(guest, state)
  const wasPassed = reason?.reason === 'let_in_ahead'
  return waitAt(state, now, {
    ahead: state.line.countsAhead(entryOf(guest)),
    waited: minutesWaited(guest, now),
    at: { id: guest._id, rank: guest.rank },
    bucket: partyBucket(guest.party_size),
    // With a reason for a delay, the guest is told at once. Otherwise the quote is kept while it is close.
    quoted: reason && !wasPassed ? undefined : guest.quote.low,
    wasPassed,
  })
}

/** With a booking, the wait until the turn by the rules, which its time decides. */
function waitWithBooking(guest: GuestRecord, state: QueueState, now: Date): Wait | undefined {
  if (!state.queue.bookings || bookedTime(guest) === undefined) return undefined
  const turn = turnOf(state, knownUntil(state, now, minutesWaited(guest, now)), guest._id)
  return turn && waitUntil(turn, now)
}
