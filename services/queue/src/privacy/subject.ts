import type { PrivacySubject } from '@usher/contracts'

/** The guests that a privacy request is about, within its organisation. */
export const guestsOf = (organizationId: string, subject: PrivacySubject) => ({
  organization_id: organizationId,
  ...('guest_id' in subject && { _id: subject.guest_id }),
  // The type is the condition of the indexes.
  ...('phone' in subject && { phone: { $eq: subject.phone, $type: 'string' as const } }),
  ...('email' in subject && { email: { $eq: subject.email, $type: 'string' as const } }),
})
