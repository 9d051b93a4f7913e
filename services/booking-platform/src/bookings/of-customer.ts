import { spellingsOf } from '@usher/service-kit'

/** Matches bookings by phone or e-mail address, in any spelling that was stored. The type is the condition of the partial index. */
export const ofCustomer = (field: 'phone' | 'email', value: string) => ({
  [`customer.${field}`]: { $in: spellingsOf(value), $type: 'string' as const },
})
