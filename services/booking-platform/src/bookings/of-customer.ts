import { spellingsOf } from '@usher/service-kit'

/** Matches bookings by phone or e-mail address in any stored spelling. The partial index requires the type. */
export const ofCustomer = (field: 'phone' | 'email', value: string) => ({
  [`customer.${field}`]: { $in: spellingsOf(value), $type: 'string' as const },
})
