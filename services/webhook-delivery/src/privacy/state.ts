import type { PrivacySubject } from '@usher/contracts'
import type { PrivacyOutcome } from '@usher/service-kit'

/** Progress of a privacy request. */
export interface PrivacyState {
  /** The last delivery processed. */
  readonly after: string
  /** Id of the last exported event that is kept for streams; undefined: deliveries come first. */
  readonly afterEvent?: string
  /** Guests found so far; kept because an erasure removes the contact details by which they were found. */
  readonly subjects: readonly string[]
  /** Responses sent so far. */
  readonly parts: number
  /** Records erased so far. */
  readonly records: number
  /** Completed passes over all deliveries. */
  readonly passes: number
}

export type Outcome = PrivacyOutcome<PrivacyState>

/** The guests of a privacy request. */
export interface Guests {
  readonly organizationId: string
  readonly subject: Exclude<PrivacySubject, { organization: true }>
}
