/** Where a guest stands: lines are sorted by rank, then id. */
export interface Place {
  readonly id: string
  readonly rank: string
}

/** One guest's place. */
export interface Entry extends Place {
  /** Party bucket of a guest not yet called; null: already notified. */
  readonly bucket: number | null
  /** In ms since 1970. */
  readonly joinedAt: number
  /** The guest is not called before this time, in ms since 1970. */
  readonly awayUntil?: number | undefined
  /** When the guest's booking begins, in ms since 1970; absent: a walk-in. */
  readonly bookedAt?: number | undefined
  /** How long the booking takes, in ms. */
  readonly bookedMs?: number
  /** Version of the queue at the guest's last change. A record with another version is not current. */
  readonly version: number
}

/** Neighbours in a line, in order. */
export type Block = readonly Entry[]

/** Compares two places: negative if the first is ahead. */
export const comparePlaces = (a: Place, b: Place): number => {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
