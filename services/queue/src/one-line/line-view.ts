import { ANONYMOUS_NAME, type LineEntry, type LineWhy, type QueueLine } from '@usher/contracts'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { isStale } from '../expected/booking-feed.ts'
import { type Decision, type Predicted, predictLine } from '../fair-line/index.ts'
import { positionOf, waitOf } from '../queue-state/guest-place.ts'
import { type LineOrder, lineOrder } from '../queue-state/line-order.ts'
import { endOfDay } from '../queue-state/opening-hours.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import type { ExpectedBooking } from '../records/expected-record.ts'
import type { GuestRecord } from '../records/guest-record.ts'

interface LineSource {
  readonly guests: readonly GuestRecord[]
  readonly state: QueueState
  /** Up to when events of bookings are known. */
  readonly asOf: Date | null
  readonly now: Date
  /** Whether the caller may read bookings: names and times of those expected, and which guests have booked. */
  readonly seesBookings: boolean
}

type Prediction = Pick<LineEntry, 'predicted_start' | 'why'>

/** The line as staff see it: who was called first, then all others in the order of their turns. */
export function presentLine(seen: LineSource): QueueLine {
  const { guests, state, asOf, now } = seen
  const { queue } = state
  const stale = queue.bookings ? isStale(asOf, now) : false
  const order = queue.bookings ? lineOrder(state, queue.bookings, { now, isStale: stale }) : undefined
  const predictions = order ? predictLine(order.line, order.rules) : []
  const predicted = new Map(predictions.map((one) => [one.id, predictionOf(one)]))
  const listed = [
    ...guests.map((guest) => presentGuestEntry(guest, seen, predicted.get(guest._id))),
    ...(seen.seesBookings ? expectedToday(seen) : []).map((booking) =>
      presentExpected(booking, predicted.get(booking.id)),
    ),
  ]
  return {
    data: order ? listed.sort(byTurn(order)) : calledFirst(listed),
    as_of: asOf?.toISOString() ?? null,
    is_stale: stale,
    ...(order ? nextBy(order.decision) : firstInLine(state, now)),
    line_version: queue.line_version,
  }
}

const isCalled = ({ why }: LineEntry) => why.includes('called')

const calledFirst = (entries: readonly LineEntry[]) => [
  ...entries.filter(isCalled),
  ...entries.filter((entry) => !isCalled(entry)),
]

function byTurn({ ids }: LineOrder): (a: LineEntry, b: LineEntry) => number {
  const index = new Map(ids.map((id, at) => [id, at]))
  const placeOf = ({ guest_id, booking_id }: LineEntry) =>
    index.get(guest_id ?? booking_id ?? '') ?? index.size
  return (a, b) => placeOf(a) - placeOf(b)
}

type Next = Pick<QueueLine, 'next' | 'kept_until'>

function nextBy(decision: Decision): Next {
  if (decision.kind === 'start')
    return { next: { guest_id: decision.id, clause: decision.clause }, kept_until: null }
  return { next: null, kept_until: decision.kind === 'keep' ? iso(decision.until) : null }
}

function firstInLine({ line }: QueueState, now: Date): Next {
  const [first] = line.firstWaiting(1, now)
  return { next: first ? { guest_id: first.id, clause: 'arrival' } : null, kept_until: null }
}

const predictionOf = ({ p50, p90, why }: Predicted): Prediction => ({
  predicted_start: { p50: iso(p50), p90: iso(p90) },
  why: [...why],
})

const iso = (at: number): string => new Date(Math.round(at)).toISOString()

function presentGuestEntry(guest: GuestRecord, seen: LineSource, given: Prediction | undefined): LineEntry {
  const { state, now, seesBookings } = seen
  const { predicted_start, why } = given ?? predictionByWait(guest, state, now)
  return {
    kind: 'guest',
    guest_id: guest._id,
    booking_id: seesBookings ? (guest.booking?.id ?? null) : null,
    name: guest.name,
    party_size: guest.party_size,
    booked_start: seesBookings ? (guest.booking?.start.toISOString() ?? null) : null,
    arrived_at: guest.created_at.toISOString(),
    position: positionOf(guest, state, now),
    predicted_start,
    why: [...why, ...ownWhys(guest)],
  }
}

function ownWhys({ booking, place_change }: GuestRecord): LineWhy[] {
  const cancelled: LineWhy[] = booking?.cancelled ? ['booking_cancelled'] : []
  return place_change?.reason === 'moved' ? [...cancelled, 'moved_by_staff'] : cancelled
}

/** For those whom the rules do not look at: called, away, or in a queue that expects no bookings. */
function predictionByWait(guest: GuestRecord, state: QueueState, now: Date): Prediction {
  if (guest.status === 'notified') return { predicted_start: null, why: ['called'] }
  const isAway = guest.away_until !== null && guest.away_until > now
  const why: LineWhy[] = [isAway ? 'away' : 'arrival']
  const wait = waitOf(guest, state, now)
  if (!wait) return { predicted_start: null, why }
  const after = (minutes: number) => iso(now.getTime() + minutes * MINUTE_MS)
  return { predicted_start: { p50: after(wait.low), p90: after(wait.high) }, why }
}

/** Those expected until the end of the local day, or of the time in which they may be early. */
function expectedToday({ state, now }: LineSource): ExpectedBooking[] {
  const { queue, expected } = state
  const { bookings } = queue
  if (!bookings || !expected) return []
  const until = Math.max(endOfDay(queue, now), now.getTime() + bookings.early_minutes * MINUTE_MS)
  const isOver = ({ start, end }: ExpectedBooking) =>
    Math.max(end, start + bookings.late_minutes * MINUTE_MS) <= now.getTime()
  return expected.bookings.filter((booking) => booking.start < until && !isOver(booking))
}

const presentExpected = (
  { id, name, seats, start }: ExpectedBooking,
  prediction: Prediction | undefined,
): LineEntry => ({
  kind: 'expected',
  guest_id: null,
  booking_id: id,
  name: name || ANONYMOUS_NAME,
  party_size: seats,
  booked_start: iso(start),
  arrived_at: null,
  position: null,
  predicted_start: prediction?.predicted_start ?? null,
  why: prediction?.why ?? ['not_here_yet'],
})
