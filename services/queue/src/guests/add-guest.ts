import { type CustomField, type GuestCreate, guestAdded, type Join } from '@usher/contracts'
import { newId, ProblemError } from '@usher/service-kit'
import { type Act, guestChange } from '../queue-state/guest-change.ts'
import { isOpenAt } from '../queue-state/opening-hours.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { waitAt } from '../queue-state/queue-waits.ts'
import { entryOf, type Placed } from '../records/guest-entry.ts'
import { type GuestBooking, type GuestRecord, storedTexts } from '../records/guest-record.ts'
import type { Estimate } from '../waits/estimate.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import { newFields } from './custom-fields.ts'
import { requirePartySize } from './party-size.ts'
import { joinLine, requireClass } from './priority.ts'
import { tagged } from './tags.ts'

/**
 * Checks that a queue accepts one more party.
 *
 * @param pointer to the field that caused the join, for a party size out of range
 * @throws ProblemError `queue_paused`, `queue_closed`, `queue_full`, or `validation_failed` for the party size
 */
export function requireRoom(state: QueueState, partySize: number, now: Date, pointer: string): void {
  requirePartySize(state.queue, partySize, pointer)
  const refusal = refusalOf(state, now)
  if (refusal) throw refusal
}

/** Why a queue accepts nobody now: `queue_paused`, `queue_closed` or `queue_full`. */
export function refusalOf({ queue, line }: QueueState, now: Date): ProblemError | undefined {
  if (queue.status === 'paused')
    return new ProblemError(
      'queue_paused',
      queue.pause_reason ?? 'Nobody can join while the queue is paused.',
    )
  if (!isOpenAt(queue, now)) {
    return new ProblemError('queue_closed', 'The queue is outside its opening hours.')
  }
  if (queue.capacity !== null && line.size >= queue.capacity) {
    return new ProblemError('queue_full', `The queue holds at most ${queue.capacity} guests.`)
  }
  return undefined
}

/**
 * Adds a guest to the end of a queue, or behind those of the same priority.
 *
 * @param duplicateOf a guest with the same phone who is already in a line
 * @param asked accepted custom fields, the queue's by default
 * @param booking the booking with which the guest is checked in
 * @throws ProblemError as {@link requireRoom}, and `validation_failed` for custom fields
 */
export function addGuest(
  state: QueueState,
  given: GuestCreate & Pick<Join, 'locale'>,
  act: Act,
  duplicateOf: string | null,
  asked: readonly CustomField[] = state.queue.custom_fields,
  booking?: GuestBooking,
): GuestChange {
  const { now } = act
  const partySize = given.party_size ?? 1
  requireRoom(state, partySize, now, '/party_size')
  const priority = requireClass(state.queue, given.priority)
  const { rank, queue } = joinLine(state, priority)
  const place = {
    _id: newId('guest'),
    rank,
    status: 'waiting' as const,
    party_size: partySize,
    created_at: now,
    line_version: queue.line_version,
    place_change: null,
    away_until: null,
    ...(booking && { booking }),
  }
  const quote = quoteOf(state, place)
  const guest: GuestRecord = {
    ...place,
    organization_id: queue.organization_id,
    queue_id: queue._id,
    ...storedTexts(given),
    priority: priority?.key ?? null,
    ...tagged(given.tags),
    fields: newFields(asked, given.fields),
    sequence: 0,
    since_version: queue.line_version,
    quoted_wait: quote.low,
    quote: { ...quote, outcome: null, actual: null, settled_at: null, servers: queue.servers, rank },
    updated_at: now,
    notified_at: null,
    seated_at: null,
    no_show_at: null,
    removed_at: null,
    left_from: null,
    left_at: null,
    anonymized_at: null,
    arrived_at: null,
    locale: given.locale ?? null,
    duplicate_of: duplicateOf,
  }
  return { ...guestChange(guestAdded, { ...state, queue }, guest, act), reason: priority?.name }
}

/** Wait of somebody who takes a place now. Where bookings are expected, the rules look at the line with them in it. */
function quoteOf(state: QueueState, place: Placed): Estimate {
  const entry = entryOf(place)
  const line = state.queue.bookings ? state.line.insert(entry) : state.line
  return waitAt({ ...state, line }, place.created_at, {
    ahead: state.line.countsAhead(entry),
    waited: 0,
    at: entry,
    bucket: partyBucket(place.party_size),
  })
}
