import type { Start } from './pace.ts'

/** How many parties that stood behind a guest were called first, and the sizes of the smallest and the largest. */
export interface LetInAhead {
  readonly parties: number
  readonly smallest: number
  readonly largest: number
}

interface Waiting {
  readonly rank: string
  /** Since when the guest has had this rank, in milliseconds since 1970. */
  readonly since: number
}

/** Parties let in ahead of a guest in the last 90 minutes; null if there were none. */
export function letInAhead(starts: readonly Start[], guest: Waiting): LetInAhead | null {
  const sizes = starts.flatMap(({ at, rank = '', party_size }) =>
    party_size !== undefined && rank > guest.rank && at > guest.since ? party_size : [],
  )
  if (sizes.length === 0) return null
  return { parties: sizes.length, smallest: Math.min(...sizes), largest: Math.max(...sizes) }
}
