import type { PrivacyRecords, PrivacySubject } from '@usher/contracts'

/** Progress of a privacy request. */
export interface PrivacyState {
  /** The last delivery processed. */
  readonly after: string
  /** Guests found so far; kept because an erasure removes the contact details by which they were found. */
  readonly subjects: readonly string[]
  /** Responses sent so far. */
  readonly parts: number
  /** Records erased so far. */
  readonly records: number
  /** Completed passes over all deliveries. */
  readonly passes: number
}

/** Result of a step. */
export interface Outcome {
  readonly answer?: { readonly part: number; readonly records: number; readonly data: PrivacyRecords | null }
  /** Absent after the last step. */
  readonly state?: PrivacyState
  readonly notBefore?: Date
}

/** The guests of a privacy request. */
export interface Guests {
  readonly organizationId: string
  readonly subject: Exclude<PrivacySubject, { organization: true }>
}

/** After this many ms, every event published before a request has become its deliveries. */
export const ALL_HERE_MS = 120_000
