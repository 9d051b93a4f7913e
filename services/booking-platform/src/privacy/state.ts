import type { PrivacyRecords } from '@usher/contracts'

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

/** Result of a step. */
export interface Outcome {
  readonly answer?: { readonly part: number; readonly records: number; readonly data: PrivacyRecords | null }
  /** Absent after the last step. */
  readonly state?: PrivacyState
}

/** Bookings per step: far below the broker's message limit. */
export const BOOKINGS = 200
