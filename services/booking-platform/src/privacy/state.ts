import type { PrivacyOutcome } from '@usher/service-kit'

/** Progress of a privacy request. */
export interface PrivacyState {
  /** The last booking processed. */
  readonly after: string
  /** Responses sent so far. */
  readonly parts: number
  /** Records erased so far. */
  readonly records: number
}

export const START: PrivacyState = { after: '', parts: 0, records: 0 }

export type Outcome = PrivacyOutcome<PrivacyState>

/** Bookings per step: far below the broker's message limit. */
export const BOOKINGS = 200
