import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, Place } from '../line/entry.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { waitAt } from '../queue-state/queue-waits.ts'
import { totalOf } from '../waits/party-bucket.ts'
import { MAX_RENEWED } from '../waits/renewed-quotes.ts'

/** Guests behind the middle to choose from, if the one in the middle was called or is away. */
const NEIGHBOURS = 8

/**
 * Makes a second quote for the guest in the middle of those who wait, unless there is one already, and drops those of
 * guests who were called, left, were moved or are away.
 *
 * @param called the guest who is being called, who may still be in the line
 */
export function renewQuote(state: QueueState, called: Place, now: Date): QueueState {
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
