import type { Delay } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { bookedTime } from '../records/guest-entry.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { StoredQuote } from '../records/stored-quote.ts'
import { calledFirst, letInAhead } from '../waits/let-in-ahead.ts'
import { servicesSeen } from '../waits/pace.ts'
import type { QueueState } from './queue-state.ts'
import { freePlacesOf, logSlownessOf } from './queue-waits.ts'

/** A turn that comes later by no more than this many minutes is not delayed. */
const TOLERANCE_MINUTES = 5

/** Fewer services than this say nothing about how long parties take. */
const SERVICES_NEEDED = 20

/** Parties are slower than at the time of a quote from a tenth more minutes on. */
const MIN_LOG_SLOWER = Math.log(1.1)

/**
 * How much later a waiting guest's turn is expected than was quoted, and why; null if it is not. A guest with a booking
 * is not late before its time.
 *
 * @param low minutes of the present estimate
 */
export function delayOf(guest: GuestRecord, state: QueueState, now: Date, low: number | null): Delay | null {
  const { status, quote, created_at } = guest
  if (status !== 'waiting' || quote.settled_at || low === null) return null
  const quoted = created_at.getTime() + quote.low * MINUTE_MS
  const due = Math.max(quoted, bookedTime(guest) ?? quoted)
  const minutes = (now.getTime() - due) / MINUTE_MS + low
  if (minutes <= TOLERANCE_MINUTES) return null
  const found = delayReason(guest, state) ?? {
    reason: areSlower(quote, state, now) ? ('slower' as const) : null,
    let_in_ahead: null,
  }
  return { minutes: Math.round(minutes), ...found }
}

/** Whether parties take longer than at the time of a quote, by enough of them, with no place free. */
function areSlower({ log_slowness }: StoredQuote, state: QueueState, now: Date): boolean {
  if (servicesSeen(state.pace) < SERVICES_NEEDED || freePlacesOf(state, now) > 0) return false
  return logSlownessOf(state, now) - log_slowness > MIN_LOG_SLOWER
}

/** Why the rules of the line called somebody ahead of a waiting guest; null: they did not. */
export function passedBy(
  { status, rank, booking, place_change, created_at }: GuestRecord,
  { pace }: QueueState,
) {
  if (status !== 'waiting') return null
  const since = (place_change?.at ?? created_at).getTime()
  const first = calledFirst(pace.starts, { rank, since })
  return first && { ...first, came_late: booking !== undefined && created_at > booking.start }
}

/** Why a guest's turn may come later, apart from parties that take longer; null: no such reason. */
export function delayReason(guest: GuestRecord, { queue, pace }: QueueState): Omit<Delay, 'minutes'> | null {
  const { rank, quote, place_change, created_at } = guest
  // Ranks of another queue say nothing here, and others are called first while the guest is away.
  if (guest.former_stays?.length || guest.away_until) return { reason: 'place_changed', let_in_ahead: null }
  const since = (place_change?.at ?? created_at).getTime()
  const let_in_ahead = letInAhead(pace.starts, { rank, since })
  if (let_in_ahead) return { reason: 'let_in_ahead', let_in_ahead }
  if (calledFirst(pace.starts, { rank, since })?.isBooking) return { reason: 'booking_first', let_in_ahead }
  const isMovedBack = place_change !== null && rank > (quote.rank ?? '')
  if (isMovedBack) return { reason: 'place_changed', let_in_ahead }
  return queue.servers < (quote.servers ?? 0) ? { reason: 'fewer_servers', let_in_ahead } : null
}
