import type { ContactField } from '@usher/contracts'
import { normalizePhone } from '@usher/service-kit'

/** An address of a customer, as stored with bookings. */
export interface Contact {
  readonly field: ContactField
  /** Number in E.164 or e-mail address, in canonical spelling. */
  readonly value: string
}

/**
 * The address that a request names.
 *
 * @param country for phone numbers in national format
 * @throws ProblemError `validation_failed` for an invalid phone number
 */
export function contactOf(
  { email, phone }: { readonly email?: string; readonly phone?: string },
  country: string,
): Contact {
  if (phone !== undefined) return { field: 'phone', value: normalizePhone(phone, country, '/phone') }
  return { field: 'email', value: email ?? '' }
}
