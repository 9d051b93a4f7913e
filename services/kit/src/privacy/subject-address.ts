import { emailSpellings, type PrivacySubject } from '@usher/contracts'
import { phoneSpellings } from '../formats/phone.ts'

// The partial indexes of addresses require the type.
type AddressFilter = { readonly $type: 'string' } & (
  | { readonly $in: readonly string[] }
  | { readonly $regex: RegExp }
)

/** The spellings that a phone number or an e-mail address may be stored in, the canonical one first. */
export const spellingsOf = (address: string): string[] =>
  address.includes('@') ? emailSpellings(address) : phoneSpellings(address)

/** The phone number or e-mail address that a privacy request names; undefined: it names its subject otherwise. */
export function subjectContact(subject: PrivacySubject) {
  if ('phone' in subject) return { field: 'phone', value: subject.phone } as const
  return 'email' in subject ? ({ field: 'email', value: subject.email } as const) : undefined
}

/**
 * Database filter for the address of a privacy request; undefined if the request names its subject otherwise. Ignores
 * the case of e-mail addresses, as mail servers do. The regular expression scans all of the organisation's keys in an
 * index; these jobs are rare.
 */
export function addressFilter(subject: PrivacySubject): AddressFilter | undefined {
  if ('phone' in subject) return { $in: phoneSpellings(subject.phone), $type: 'string' }
  if (!('email' in subject)) return undefined
  const spellings = emailSpellings(subject.email).map(RegExp.escape)
  return { $regex: new RegExp(`^(?:${spellings.join('|')})$`, 'i'), $type: 'string' }
}

/** The same for records that have the address in `phone` or `email`. */
export function contactFilter(subject: PrivacySubject): Readonly<Record<string, AddressFilter>> | undefined {
  const address = addressFilter(subject)
  return address && { ['phone' in subject ? 'phone' : 'email']: address }
}
