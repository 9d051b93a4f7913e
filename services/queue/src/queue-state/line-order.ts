import { type Decision, type FairRules, type LineNow, nextToStart, planLine } from '../fair-line/index.ts'
import { comparePlaces, type Entry, type Place } from '../line/entry.ts'
import type { GuestRecord } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { fairRulesOf, lineNow, type Moment } from './line-now.ts'
import type { QueueState } from './queue-state.ts'
import { MOMENT_MS } from './queue-waits.ts'

/** The line of a queue that expects bookings, by its rules. */
export interface LineOrder {
  readonly line: LineNow
  readonly rules: FairRules
  /** What a call would do now. */
  readonly decision: Decision
  /**
   * Guests and expected bookings: guests who were called, the guest whom a call would take now, then the others by turn.
   * Guests who are away keep their place.
   */
  readonly ids: readonly string[]
}

/** What the rules of a queue decide about a call now. */
export function decideNext(line: LineNow, rules: FairRules): Decision {
  const decision = nextToStart(line, rules)
  if (decision.kind !== 'start' || decision.clause !== 'arrival') return decision
  // A late booking stands at its booked time, ahead of some who arrived before: they are given this reason.
  const isBooking = line.entries.some(({ id, bookedAt }) => id === decision.id && bookedAt !== null)
  return isBooking ? { ...decision, clause: 'late_booking' } : decision
}

/** The order of a line by the rules of its queue. */
export function lineOrder(
  state: QueueState,
  bookings: NonNullable<QueueRecord['bookings']>,
  moment: Moment,
): LineOrder {
  const line = lineNow(state, moment)
  const rules = fairRulesOf(bookings)
  const decision = decideNext(line, rules)
  const nextId = decision.kind === 'start' ? decision.id : undefined
  const planned = planLine(line, rules).filter((id) => id !== nextId)
  const turns = nextId === undefined ? planned : [nextId, ...planned]
  return { line, rules, decision, ids: withOthers([...state.line.entries()], turns) }
}

/**
 * Adds guests who were called, and those without a turn: away, or too far behind for the rules to look at.
 *
 * @param stored the guests in the stored order of the line
 */
function withOthers(stored: readonly Entry[], turns: readonly string[]): string[] {
  const entries = new Map(stored.map((entry) => [entry.id, entry]))
  const hasTurn = new Set(turns)
  const ids = stored.filter(({ bucket }) => bucket === null).map(({ id }) => id)
  const others = stored.filter(({ id, bucket }) => bucket !== null && !hasTurn.has(id))
  let next = 0
  for (const id of turns) {
    const own = entries.get(id)
    const isWalkIn = own !== undefined && own.bookedAt === undefined
    for (let other = others[next]; isWalkIn && other && comparePlaces(other, own) < 0; other = others[next]) {
      ids.push(other.id)
      next += 1
    }
    ids.push(id)
  }
  return [...ids, ...others.slice(next).map(({ id }) => id)]
}

interface Turns {
  readonly moment: number
  readonly entries: readonly Entry[]
  /** Positions from 1, by guest. */
  readonly positions: ReadonlyMap<string, number>
}

const cache = new WeakMap<QueueState, Turns>()

/** The guests of a line by turn; undefined where the stored order decides, as the queue expects no bookings. */
function turnsOf(state: QueueState, now: Date): Turns | undefined {
  const { queue, line } = state
  if (!queue.bookings) return undefined
  const moment = Math.floor(now.getTime() / MOMENT_MS)
  const known = cache.get(state)
  if (known?.moment === moment) return known
  const { ids } = lineOrder(state, queue.bookings, { now, isStale: false })
  const stored = new Map([...line.entries()].map((entry) => [entry.id, entry]))
  const entries = ids.flatMap((id) => stored.get(id) ?? [])
  const positions = new Map(entries.map(({ id }, index) => [id, index + 1]))
  const turns = { moment, entries, positions }
  cache.set(state, turns)
  return turns
}

/** The first guests of a line by turn, those called included. */
export const firstByTurn = (state: QueueState, count: number, now: Date): readonly Entry[] =>
  turnsOf(state, now)?.entries.slice(0, count) ?? state.line.next(count)

/** The first guests by turn who wait and are not away. */
export const firstWaitingByTurn = (state: QueueState, count: number, now: Date): readonly Entry[] =>
  turnsOf(state, now)
    ?.entries.filter(({ bucket, awayUntil }) => bucket !== null && (awayUntil ?? 0) <= now.getTime())
    .slice(0, count) ?? state.line.firstWaiting(count, now)

/**
 * Index in the stored order that puts a guest behind all who are to have a lower position by turn, and have it by that
 * order: guests who were called or have a booked time go first wherever they are stored.
 */
export function indexFor(
  state: QueueState,
  { _id }: Pick<GuestRecord, '_id'>,
  position: number,
  now: Date,
): number {
  const others = turnsOf(state, now)?.entries.filter(({ id }) => id !== _id)
  if (!others) return position - 1
  const stored = [...state.line.entries()].filter(({ id }) => id !== _id)
  const isByPlace = ({ bucket, bookedAt }: Entry) => bucket !== null && bookedAt === undefined
  const ahead = new Set(others.slice(0, position - 1).filter(isByPlace))
  return stored.findLastIndex((entry) => ahead.has(entry)) + 1
}

/** Position by turn from 1, of a guest at a place of the line. */
export function positionAt(state: QueueState, place: Place, now: Date): number | null {
  const index = state.line.indexOf(place)
  return index === undefined ? null : (turnsOf(state, now)?.positions.get(place.id) ?? index + 1)
}
