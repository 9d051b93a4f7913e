import type { PrivacyRecords, PrivacySubject } from '@usher/contracts'

/** How far a privacy request has come. */
export interface PrivacyState {
  /** The kind of record that an export has come to. */
  readonly kind?: number
  /** The last record of it that was looked at. */
  readonly after: string
  /** Guests found so far: an erasure removes the number by which they were found. */
  readonly guestIds: readonly string[]
  /** Answers given. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often everything was looked through. */
  readonly passes: number
}

export const START: PrivacyState = { after: '', guestIds: [], parts: 0, records: 0, passes: 0 }

/** What a step came to. */
export interface Outcome {
  readonly answer?: { readonly part: number; readonly records: number; readonly data: PrivacyRecords | null }
  /** Absent: it was the last step. */
  readonly state?: PrivacyState
  readonly notBefore?: Date
}

/** The people that are meant. */
export interface People {
  readonly organizationId: string
  readonly subject: Exclude<PrivacySubject, { organization: true }>
}

/** Milliseconds after which an event that was raised before a request has been followed. */
export const ALL_HERE_MS = 120_000

/** Number or e-mail address that people are known by; null: another thing. */
export function addressOf(subject: People['subject']): string | null {
  if ('phone' in subject) return subject.phone
  return 'email' in subject ? subject.email : null
}
