import type { PrivacyOutcome } from '@usher/service-kit'

/** Progress of a privacy request. */
export interface PrivacyState {
  /** The last guest exported. */
  readonly after: string
  /** Answers sent. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often the whole organisation was erased. */
  readonly passes: number
}

export type Outcome = PrivacyOutcome<PrivacyState>
