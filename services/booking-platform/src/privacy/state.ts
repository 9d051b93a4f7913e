import type { PrivacyRecords } from '@usher/contracts'

/** How far a privacy request has come. */
export interface PrivacyState {
  /** The last booking that was looked at. */
  readonly after: string
  /** Answers given. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
}

export const START: PrivacyState = { after: '', parts: 0, records: 0 }

/** What a step came to. */
export interface Outcome {
  readonly answer?: { readonly part: number; readonly records: number; readonly data: PrivacyRecords | null }
  /** Absent: it was the last step. */
  readonly state?: PrivacyState
}

/** Bookings looked at in one step: far less than the broker takes as one message. */
export const BOOKINGS = 200
