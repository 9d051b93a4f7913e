import { ANONYMOUS_NAME } from '@usher/contracts'

/** In place of what bookings and standbys say of a customer. */
export const NOBODY = {
  customer: { name: ANONYMOUS_NAME, phone: null, email: null, locale: null },
  notes: null,
  answers: {},
} as const
