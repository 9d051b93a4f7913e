import type { LineClause } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, Place } from '../line/entry.ts'
import { hourOfWeek, minutesUntilClosing } from '../queue-state/opening-hours.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { waitAt } from '../queue-state/queue-waits.ts'
import { entryOf } from '../records/guest-entry.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { StoredQuote } from '../records/stored-quote.ts'
import { enteredLate } from '../waits/batches.ts'
import { boundedMinutes, scoreOf } from '../waits/calibration.ts'
import type { Pace } from '../waits/pace.ts'
import { partyBucket, totalOf } from '../waits/party-bucket.ts'
import { freePlace, takePlace } from '../waits/places.ts'
import { recordAway, recordLeft, recordStart, undoLeft, undoStart } from '../waits/record.ts'
import { MAX_RENEWED, outcomeOfRenewed } from '../waits/renewed-quotes.ts'

type Settled = [state: QueueState, guest: GuestRecord]

/**
 * The first notification, or being seated without one, ends the wait: settles the quote and updates the pace.
 *
 * @param clause why the guest was the next, unless staff chose
 */
export function settleServed(state: QueueState, guest: GuestRecord, now: Date, clause?: LineClause): Settled {
  const { quote } = guest
  if (quote.settled_at) return [seated(state, guest, now), guest]
  const leaving = leavingOf(state, guest, now)
  const waited = minutesOf(guest, now)
  const late = enteredLate(state.pace.batches, now.getTime())
  const bucket = partyBucket(guest.party_size)
  const { service_minutes: serviceMinutes, timezone } = state.queue
  const pace = recordStart(state.pace, {
    ...leaving,
    // A notified guest is still in line, but no longer waits.
    line: guest.status === 'notified' ? without(bucket, leaving.line) : leaving.line,
    passed: state.line.countsAhead(entryOf(guest)),
    hour: hourOfWeek(timezone, now),
    bucket,
    serviceMinutes,
    // Who has a booking waits for its time: that says nothing about quotes.
    score: guest.booking ? null : scoreOf(quote, Math.max(0, waited - late)),
    guest: guest._id,
    rank: guest.rank,
    party_size: guest.party_size,
    ...(guest.booking && { is_booking: true }),
    ...(clause && { clause }),
  })
  const after = seated({ ...state, pace }, guest, now)
  const outcome = { ...settled(quote, 'served', waited, now), ...(late > 0 && { late }) }
  if (leaving.leftOver) return [after, { ...guest, quote: { ...outcome, left_over: true } }]
  const place = { id: guest._id, rank: guest.rank }
  const renewed = outcomeOfRenewed(state.pace.renewed, place, now.getTime())
  return [renewQuote(after, place, now), { ...guest, quote: { ...outcome, ...(renewed && { renewed }) } }]
}

/** A guest who leaves after being notified was served: the quote was about the notification. Their place is free. */
export function settleAbandoned(state: QueueState, guest: GuestRecord, now: Date): Settled {
  const { quote } = guest
  if (quote.settled_at) return [withoutPlace(state, guest), guest]
  const pace = recordLeft(state.pace, leavingOf(state, guest, now))
  return [
    { ...state, pace },
    { ...guest, quote: settled(quote, 'abandoned', minutesOf(guest, now), now) },
  ]
}

/** Reverts what leaving the line settled, for a guest who was brought back. */
export function unsettle(state: QueueState, guest: GuestRecord): Settled {
  const { quote } = guest
  if (!quote.settled_at) return [state, guest]
  if (guest.status !== 'waiting') return [seated(state, guest, quote.settled_at), guest]
  const { renewed: _, left_over: _leftOver, late: _late, ...made } = quote
  const open: StoredQuote = { ...made, outcome: null, actual: null, settled_at: null }
  const pace = unsettled(state, guest, quote.settled_at)
  return [withoutPlace({ ...state, pace }, guest), { ...guest, quote: open }]
}

function unsettled({ pace, queue }: QueueState, guest: GuestRecord, at: Date): Pace {
  const { outcome } = guest.quote
  if (outcome === 'served') return undoStart(pace, at.getTime(), guest._id)
  if (isLeftOver(queue, guest, at)) return pace
  return undoLeft(pace, boundedMinutes(guest.quote, minutesOf(guest, at)))
}

/** For a guest who leaves, or waits again after being called: the place meant for them is free, and they went ahead of nobody. */
export const withoutPlace = (state: QueueState, { _id }: GuestRecord): QueueState => ({
  ...state,
  pace: recordAway(freePlace(state.pace, _id), _id, true),
})

/** For a guest who is called or seated, from then on; one with a place keeps it. */
const seated = (state: QueueState, { _id, party_size }: GuestRecord, at: Date): QueueState => ({
  ...state,
  pace: takePlace(
    recordAway(state.pace, _id, false),
    { guest: _id, at: at.getTime(), bucket: partyBucket(party_size) },
    state.queue.servers,
  ),
})

const leavingOf = ({ queue, line }: QueueState, guest: GuestRecord, now: Date) => ({
  at: now.getTime(),
  waited: boundedMinutes(guest.quote, minutesOf(guest, now)),
  line: line.countsAhead(),
  lanes: queue.servers,
  leftOver: isLeftOver(queue, guest, now),
})

const without = (bucket: number, line: readonly number[]): readonly number[] =>
  line.with(bucket, Math.max(0, (line[bucket] ?? 0) - 1))

const minutesOf = (guest: GuestRecord, now: Date): number =>
  Math.max(0, now.getTime() - guest.created_at.getTime()) / MINUTE_MS

/** Whether the queue has closed since the guest joined. */
const isLeftOver = (queue: QueueState['queue'], guest: GuestRecord, now: Date): boolean =>
  minutesUntilClosing(queue, guest.created_at) <= minutesOf(guest, now)

const settled = (
  quote: StoredQuote,
  outcome: 'served' | 'abandoned',
  actual: number,
  now: Date,
): StoredQuote => ({ ...quote, outcome, actual, settled_at: now })

/** Guests behind the middle to choose from, if the one in the middle was called or is away. */
const NEIGHBOURS = 8

/**
 * Makes a second quote for the guest in the middle of those who wait, unless there is one already, and drops those of
 * guests who were called, left, were moved or are away.
 *
 * @param called the guest who is being called, who may still be in the line
 */
function renewQuote(state: QueueState, called: Place, now: Date): QueueState {
  const { pace } = state
  const line = state.line.remove(called)
  const kept = (pace.renewed ?? []).filter(({ guest: id, rank }) => {
    const entry = line.find({ id, rank })
    return entry !== undefined && isWaiting(entry)
  })
  const entry = kept.length < MAX_RENEWED ? middleOf(line).find(isWaiting) : undefined
  if (!entry || kept.some(({ guest }) => guest === entry.id)) {
    return kept.length === (pace.renewed?.length ?? 0)
      ? state
      : { ...state, pace: { ...pace, renewed: kept } }
  }
  const { low, high } = waitAt({ ...state, line }, now, {
    ahead: line.countsAhead(entry),
    waited: (now.getTime() - entry.joinedAt) / MINUTE_MS,
    bucket: entry.bucket ?? undefined,
    at: entry,
  })
  const quote = { guest: entry.id, rank: entry.rank, at: now.getTime(), low, high }
  return { ...state, pace: { ...pace, renewed: [...kept, quote] } }
}

/** A guest with a booking waits for its time, not for the line. */
const isWaiting = ({ bucket, awayUntil, bookedAt }: Entry): boolean =>
  bucket !== null && !awayUntil && bookedAt === undefined

/** The middle of those who wait, and the guests behind it. Guests who were called are at the front of the line. */
function middleOf(line: QueueState['line']): readonly Entry[] {
  const waiting = totalOf(line.countsAhead())
  const middle = line.at(line.size - waiting + Math.floor(waiting / 2))
  return middle ? [middle, ...line.next(NEIGHBOURS, middle)] : []
}
