import type { PrivacySubject } from '@usher/contracts'
import type { PrivacyOutcome } from '@usher/service-kit'

/** Progress of a privacy request. */
export interface PrivacyState {
  /** The kind of record being exported. */
  readonly kind?: number
  /** The last record of that kind processed. */
  readonly after: string
  /** Guests found so far: an erasure removes the number that finds them. */
  readonly guestIds: readonly string[]
  /** Answers sent. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often everything was gone through. */
  readonly passes: number
}

export const START: PrivacyState = { after: '', guestIds: [], parts: 0, records: 0, passes: 0 }

export type Outcome = PrivacyOutcome<PrivacyState>

/** The people in question. */
export interface People {
  readonly organizationId: string
  readonly subject: Exclude<PrivacySubject, { organization: true }>
}

/** Phone number or e-mail address that identifies people; null: identified otherwise. */
export function addressOf(subject: People['subject']): string | null {
  if ('phone' in subject) return subject.phone
  return 'email' in subject ? subject.email : null
}
