import type { PrivacySubject } from '@usher/contracts'

// The partial indexes of addresses require the type.
type AddressFilter = { readonly $type: 'string' } & ({ readonly $eq: string } | { readonly $regex: RegExp })

/**
 * Database filter for the address of a privacy request; undefined if the request names its subject otherwise. Ignores
 * the case of e-mail addresses, as mail servers do. The regular expression scans all of the organisation's keys in an
 * index; these jobs are rare.
 */
export function addressFilter(subject: PrivacySubject): AddressFilter | undefined {
  if ('phone' in subject) return { $eq: subject.phone, $type: 'string' }
  if (!('email' in subject)) return undefined
  return { $regex: new RegExp(`^${RegExp.escape(subject.email)}$`, 'i'), $type: 'string' }
}

/** The same for records that have the address in `phone` or `email`. */
export function contactFilter(subject: PrivacySubject): Readonly<Record<string, AddressFilter>> | undefined {
  const address = addressFilter(subject)
  return address && { ['phone' in subject ? 'phone' : 'email']: address }
}
