/** A person or party who waits, or is expected. Times are milliseconds since the epoch. */
export interface Entry {
  /** The guest's id, or the booking's while nobody has come. */
  readonly id: string
  /** null: not there yet. */
  readonly arrivedAt: number | null
  /** Start of the booking; null: a walk-in. */
  readonly bookedAt: number | null
  /** Place in the stored order of the line, the first 0; Infinity for those who are not there yet. */
  readonly rank: number
  readonly service: ServiceTime
  /** Probability that somebody expected comes; 1 for those present. */
  readonly showRate: number
}

/** How long a lane is taken, in ms: half of all services end within `p50`, nine of ten within `p90`. */
export interface ServiceTime {
  readonly p50: number
  readonly p90: number
}

/** A desk, room or chair that serves one party at a time. */
export interface Lane {
  /** When it is as likely free as not. Not after `now`: it is free. */
  readonly p50: number
  /** When it is free with a probability of nine in ten. */
  readonly p90: number
}

/** What a queue has set. */
export interface FairRules {
  readonly mode: 'merge' | 'precedence' | 'separate'
  /** How long before its time a booking may be started when a lane would stay empty otherwise. */
  readonly earlyMs: number
  /** Who comes later than this after the booked time waits like a walk-in, from their arrival. */
  readonly lateMs: number
  /** A booking that is there on time starts within this after its time. */
  readonly toleranceMs: number
  /** Share, from 0 to 1, of the starts in an hour that walk-ins keep while any wait. */
  readonly walkInShare: number
}

export interface LineNow {
  readonly now: number
  readonly entries: readonly Entry[]
  readonly lanes: readonly Lane[]
  /** Starts of the last hour. */
  readonly recentStarts: readonly { readonly at: number; readonly isBooking: boolean }[]
  /** Whether bookings may have changed without the queue having heard of it. */
  readonly isStale: boolean
}

/**
 * Why somebody is started, or why somebody else was overtaken.
 *
 * - `arrival`: next in the line; nobody is overtaken.
 * - `booking_due`: a booking whose customer is there on time, and whose time has come.
 * - `late_booking`: the booking overtaken came too late for its time; or the one started did, and stands at its booked time.
 * - `backfill`: the service ends, or another lane is free, before the booking needs a lane.
 * - `walk_in_share`: walk-ins would have less than their share of starts otherwise.
 * - `early_gap`: a booking before its time, as the lane would stay empty until then otherwise.
 * - `line_order`: the line's own order, by priority or as staff have moved guests, differs from that of arrival.
 * - `separate_lines`: the turn of the other line.
 */
export type Clause =
  | 'arrival'
  | 'booking_due'
  | 'late_booking'
  | 'backfill'
  | 'walk_in_share'
  | 'early_gap'
  | 'line_order'
  | 'separate_lines'

export interface Overtaken {
  readonly id: string
  readonly clause: Clause
}

export interface Start {
  readonly kind: 'start'
  readonly id: string
  readonly clause: Clause
  /** Those present who arrived, or were booked, before. */
  readonly overtakes: readonly Overtaken[]
}

/** Nobody should be started: the lane is kept for a booking. */
export interface Keep {
  readonly kind: 'keep'
  /** The entry it is kept for. */
  readonly for: string
  /** When the decision changes at the latest. */
  readonly until: number
}

export type Decision = Start | Keep | { readonly kind: 'nobody' }

/** What a mode decides; undefined: nobody is there. */
export type Choice =
  | { readonly start: Entry; readonly clause: Clause }
  | { readonly keptFor: Entry }
  | undefined

/**
 * What `why` of a predicted start holds: what is special about the entry, if anything, and the clause by which it starts.
 *
 * - `not_here_yet`: expected.
 * - `waits_for_time`: there before the booked time.
 * - `came_late`: a booking that waits like a walk-in, as its customer came after its time.
 */
export type Why = Clause | 'not_here_yet' | 'waits_for_time' | 'came_late'

export interface Predicted {
  readonly id: string
  readonly p50: number
  readonly p90: number
  readonly why: readonly Why[]
}
