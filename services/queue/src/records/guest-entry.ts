import type { PlaceChange } from '@usher/contracts'
import type { Entry } from '../line/entry.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import type { GuestRecord } from './guest-record.ts'

/** What the line needs of a guest. */
export type Placed = Pick<
  GuestRecord,
  | ('_id' | 'rank' | 'status' | 'party_size' | 'away_until' | 'line_version' | 'created_at')
  | ('booking' | 'place_change')
>

/** Where these put a guest, the guest stays: the time of a booking does not count any more. */
const CHOSEN_PLACES: readonly (PlaceChange | undefined)[] = ['moved', 'deferred', 'priority']

/** When the booking of a guest begins, as far as the line goes by it; undefined: the guest waits like a walk-in. */
export const bookedTime = ({ booking, place_change }: Placed): number | undefined =>
  booking && !booking.cancelled && !CHOSEN_PLACES.includes(place_change?.reason)
    ? booking.start.getTime()
    : undefined

/** The place of a guest in the line. */
export const entryOf = (guest: Placed): Entry => {
  const { _id, rank, status, party_size, away_until, line_version, created_at, booking } = guest
  return {
    id: _id,
    rank,
    joinedAt: created_at.getTime(),
    bucket: status === 'notified' ? null : partyBucket(party_size),
    awayUntil: away_until?.getTime(),
    version: line_version,
    ...(booking && {
      bookedAt: bookedTime(guest),
      bookedMs: booking.end.getTime() - booking.start.getTime(),
    }),
  }
}
