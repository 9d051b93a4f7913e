import type { PrivacySubject } from '@usher/contracts'

/**
 * Matches the address of a privacy request in the database: a phone number, or an e-mail address in capitals or not,
 * as mail servers do not tell them apart. An index is read for all addresses of the organisation; these jobs are rare.
 *
 * @returns undefined if the request names its subject otherwise
 */
export function addressFilter(subject: PrivacySubject): { $eq: string } | { $regex: RegExp } | undefined {
  if ('phone' in subject) return { $eq: subject.phone }
  return 'email' in subject ? { $regex: new RegExp(`^${RegExp.escape(subject.email)}$`, 'i') } : undefined
}
