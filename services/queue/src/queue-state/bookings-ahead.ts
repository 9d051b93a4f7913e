import { MINUTE_MS } from '@usher/service-kit/durations'
import { comparePlaces, type Place } from '../line/entry.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import type { QueueState } from './queue-state.ts'
import { showRateOf } from './show-rate.ts'

/** A booking whose turn comes before that of somebody who stands ahead of it, or before it is here. */
interface Coming {
  readonly start: number
  readonly bucket: number
  /** Probability that the customer is there. */
  readonly chance: number
}

/**
 * Adds the bookings that go before a place to the parties ahead of it.
 *
 * @param place absent: at the end of the line
 * @returns from a time in ms since 1970 to the parties ahead if the turn is then; undefined: no bookings matter
 */
export function bookingsAhead(
  state: QueueState,
  now: Date,
  ahead: readonly number[],
  place?: Place,
): ((turn: number) => readonly number[]) | undefined {
  const { bookings } = state.queue
  if (!bookings) return undefined
  const late = now.getTime() - bookings.late_minutes * MINUTE_MS
  const coming = [...behind(state, place), ...absent(state, late)].sort((a, b) => a.start - b.start)
  if (coming.length === 0) return undefined
  return (turn) => {
    const first = coming.filter(({ start }) => start <= turn)
    const count = Math.round(first.reduce((sum, { chance }) => sum + chance, 0))
    return first
      .slice(0, count)
      .reduce((sums, { bucket }) => sums.with(bucket, (sums[bucket] ?? 0) + 1), [...ahead])
  }
}

const behind = ({ line }: QueueState, place: Place | undefined): Coming[] =>
  place
    ? line.booked().flatMap((entry) => {
        const { bookedAt: start, bucket } = entry
        const isBehind = comparePlaces(entry, place) > 0
        return isBehind && start !== undefined && bucket !== null ? { start, bucket, chance: 1 } : []
      })
    : []

function absent({ queue, expected }: QueueState, late: number): Coming[] {
  const chance = showRateOf(queue)
  return (expected?.bookings ?? []).flatMap(({ start, seats }) =>
    start > late ? { start, bucket: partyBucket(seats), chance } : [],
  )
}
