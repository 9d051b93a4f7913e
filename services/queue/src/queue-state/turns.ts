import { LRUCache } from 'lru-cache'
import { type LineNow, predictLine } from '../fair-line/index.ts'
import { NO_PARTIES } from '../waits/party-bucket.ts'
import { fairRulesOf, lineNow, partiesOf } from './line-now.ts'
import type { QueueState } from './queue-state.ts'

/** When somebody's turn is likely to come, by the rules of a queue that expects bookings. */
export interface Turn {
  /** Parties whose turns come before, by size. */
  readonly ahead: readonly number[]
  /** In ms since 1970: with a probability of a half, and of nine in ten. */
  readonly p50: number
  readonly p90: number
}

/** Stands for whoever joins now. */
const NEWCOMER = 'newcomer'

/** Plans kept per state, as of its last event and of each later joining: enough for a page of guests. */
const MAX_KEPT = 128

type Turns = ReadonlyMap<string, Turn>

const cache = new WeakMap<QueueState, LRUCache<string, Turns>>()

/**
 * The turn of somebody in the line, as of a time; undefined where the order of the line alone decides, or for somebody
 * whom the rules do not look at yet.
 *
 * @param id absent: somebody who joins now
 */
export function turnOf(state: QueueState, at: number, id = NEWCOMER): Turn | undefined {
  const { queue, line, expected } = state
  if (!queue.bookings || (line.booked().length === 0 && !expected?.bookings.length)) return undefined
  const isNew = id === NEWCOMER
  const key = `${at} ${isNew}`
  const kept = cache.get(state) ?? new LRUCache<string, Turns>({ max: MAX_KEPT })
  cache.set(state, kept)
  const turns = kept.get(key) ?? turnsAt(state, at, isNew)
  kept.set(key, turns)
  return turns.get(id)
}

function turnsAt(state: QueueState, at: number, withNewcomer: boolean): Turns {
  const { queue } = state
  const turns = new Map<string, Turn>()
  if (!queue.bookings) return turns
  const seen = lineNow(state, { now: new Date(at), isStale: false })
  const line = withNewcomer ? withOneMore(seen, state) : seen
  const parties = partiesOf(state)
  const chances = new Map(line.entries.map(({ id, showRate }) => [id, showRate]))
  let ahead: readonly number[] = NO_PARTIES
  // Of those expected, as many count as will probably come.
  let coming = 0
  for (const { id, p50, p90 } of predictLine(line, fairRulesOf(queue.bookings))) {
    turns.set(id, { ahead, p50, p90 })
    const before = Math.round(coming)
    coming += chances.get(id) ?? 1
    const bucket = parties.get(id)
    if (bucket !== undefined && Math.round(coming) > before)
      ahead = ahead.with(bucket, (ahead[bucket] ?? 0) + 1)
  }
  return turns
}

/** The line with somebody who joins at its end. */
function withOneMore(line: LineNow, { line: { size } }: QueueState): LineNow {
  const [some] = line.entries
  const service = some?.service ?? { p50: 0, p90: 0 }
  const last = { id: NEWCOMER, arrivedAt: line.now, bookedAt: null, rank: size, service, showRate: 1 }
  return { ...line, entries: [...line.entries, last] }
}
