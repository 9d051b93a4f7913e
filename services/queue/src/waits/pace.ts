import type { LineClause } from '@usher/contracts'
import type { Batches } from './batches.ts'
import type { Calibration, Score } from './calibration.ts'
import type { Correction } from './correction.ts'
import type { UsualLanes } from './hours-ahead.ts'
import type { RenewedQuote } from './renewed-quotes.ts'
import type { Sizes } from './sizes.ts'
import { NO_WORK, type Work } from './work.ts'

/** A party served from the line: notified, or seated at once. */
export interface Start {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly bucket: number
  /**
   * Lane-minutes since the previous start if somebody was waiting throughout, which is what a party took. null: lanes
   * may have been idle.
   */
  readonly lane_minutes: number | null
  /** Shares of the buckets among the parties being served meanwhile. */
  readonly mix: readonly number[]
  /** Score of the quote; null: there was no quote. */
  readonly score: Score | null
  /** Id of the guest; absent in starts stored in the old format. */
  readonly guest?: string
  /** The party has left since the call, or waits again; absent: it was seated, or is still called. */
  readonly away?: true
  /** The party's place in the line, and its size; absent in starts stored in the old format. */
  readonly rank?: string
  readonly party_size?: number
  /** Whether the party had a booking; absent: no. */
  readonly is_booking?: boolean
  /** Why the party was the next where the queue expects bookings; absent: staff chose, or it expects none. */
  readonly clause?: LineClause
}

/** Lane-minutes that parties took today, and those that such parties usually take; older ones count less. */
export interface Today {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly took: number
  readonly usual: number
}

/** A place that a party has taken, from its call. */
export interface TakenPlace {
  /** Id of the guest; null: staff counted it as taken, and nobody was called to it. */
  readonly guest: string | null
  /** When the party was called, in milliseconds since 1970. */
  readonly at: number
  /** Party bucket. */
  readonly bucket: number
  /** When staff last counted it as taken; absent: never. */
  readonly counted_at?: number
}

/** A queue's service history, as far as estimates need it: small, whatever its age. */
export interface Pace {
  /** Starts of the last 90 minutes, oldest first. Older ones are in the sums below. */
  readonly starts: readonly Start[]
  /** Starts in total. */
  readonly started: number
  /** The last time somebody was served or left, how many waited then, and the lane-minutes since the last start. */
  readonly last: { readonly at: number; readonly waiting: number; readonly lane_minutes: number } | null
  readonly work: Work
  /** Absent: nothing was recorded yet. */
  readonly today?: Today
  readonly usual_lanes?: UsualLanes
  readonly batches?: Batches
  readonly sizes?: Sizes
  readonly calibration?: Calibration
  /** Absent: none was learnt yet. */
  readonly correction?: Correction
  /** When the correction is due to be learnt again, in milliseconds since 1970; absent: nobody was served since. */
  readonly learn_at?: number
  /** Guests who left before their turn, and minutes waited by all: their ratio is the leave rate. */
  readonly leaving: { readonly left: number; readonly minutes: number }
  /** Places taken, by the time of the call; absent: none yet. */
  readonly taken?: readonly TakenPlace[]
  /** When staff last counted the free places. */
  readonly counted_at?: number
  /** Second quotes of guests who still wait; absent: none yet. */
  readonly renewed?: readonly RenewedQuote[]
}

export const NO_PACE: Pace = {
  starts: [],
  started: 0,
  last: null,
  work: NO_WORK,
  leaving: { left: 0, minutes: 0 },
}

export const RECENT_MINUTES = 90

/** When something last happened that waits depend on, in milliseconds since 1970. */
export const lastChange = ({ last, starts, counted_at, taken }: Pace): number =>
  Math.max(last?.at ?? 0, starts.at(-1)?.at ?? 0, counted_at ?? 0, taken?.at(-1)?.at ?? 0)

/** How many services the time that parties take was learnt from; older ones count less. */
export const servicesSeen = ({ work, starts }: Pace): number =>
  work.seen + starts.filter(({ lane_minutes }) => lane_minutes !== null).length

/** A pace for which learning is done; without a new correction, it keeps the one it has. */
export function withCorrection({ learn_at: _, ...pace }: Pace, correction: Correction | undefined): Pace {
  return correction ? { ...pace, correction } : pace
}
