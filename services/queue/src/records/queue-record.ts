import { PUBLIC_JOIN_DEFAULTS, type QueueSettings } from '@usher/contracts'

/** A queue as stored: its settings, and what the database must know about its line. */
export interface QueueRecord extends Omit<QueueSettings, 'id' | 'explain_delays' | 'bookings'> {
  readonly _id: string
  /** Absent in queues stored in the old format, like true. */
  readonly explain_delays?: boolean
  /** Absent in queues stored in the old format, like null. */
  readonly bookings?: QueueSettings['bookings']
  readonly organization_id: string
  /** Number of the queue's events so far; grows with each change of its settings. */
  readonly sequence: number
  /**
   * Grows with every committed change of the queue, its line or its guests. A writer commits only on top of the
   * version it decided on, which keeps positions right across replicas.
   */
  readonly line_version: number
  /** The last rank given, so that a newcomer ranks behind it even if its holder has left. */
  readonly tail_rank: string | null
  /** The last ranks given per priority level; absent: none. */
  readonly level_tails?: Readonly<Record<number, string>>
  readonly waiting_count: number
  /** Version at which the pace last changed; absent if nothing happened yet. */
  readonly pace_version?: number | undefined
  /** The last version at which a guest was transferred out; absent: none was. */
  readonly transferred_version?: number
  /** The last version at which the bookings expected in the queue changed; absent: they never did. */
  readonly expected_version?: number
  /** What became of recent bookings; absent: not known. */
  readonly shows?: Shows
  /** How guests join by themselves. */
  readonly join: JoinAccess
  readonly created_at: Date
  readonly updated_at: Date
  readonly deleted_at: Date | null
}

/** What became of recent bookings of a queue. */
export interface Shows {
  readonly came: number
  readonly missed: number
}

export interface JoinAccess {
  /** Identifies the queue on its join page. */
  readonly slug: string
  /** ISO 3166-1 code of the organisation's country, whose national notation of phones is accepted. */
  readonly country: string
}

/** Whether guests read why their turn comes later than quoted. */
export const explainsDelays = ({ explain_delays = true }: Pick<QueueRecord, 'explain_delays'>): boolean =>
  explain_delays

/** Limits on public joining, with the defaults for those not set. */
export const publicJoinLimitsOf = ({
  public_join_limits: limits,
}: Pick<QueueRecord, 'public_join_limits'>) => ({
  max_waiting: limits?.max_waiting ?? PUBLIC_JOIN_DEFAULTS.max_waiting,
})
