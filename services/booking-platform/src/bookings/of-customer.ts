import { type Person, spellingsOf, subjectContact } from '@usher/service-kit'

/** Matches bookings by phone or e-mail address in any stored spelling. The partial index requires the type. */
export const ofCustomer = (field: 'phone' | 'email', value: string) => ({
  [`customer.${field}`]: { $in: spellingsOf(value), $type: 'string' as const },
})

/** Matches the bookings of the person of a privacy request; undefined: requests for guests of queues name none. */
export function ofPerson({ subject }: Pick<Person, 'subject'>) {
  const contact = subjectContact(subject)
  return contact && ofCustomer(contact.field, contact.value)
}
