import type { Customer, CustomerGiven } from '@usher/contracts'
import { normalizePhone } from '@usher/service-kit'

/**
 * A customer as stored: phone in E.164, so that it can be searched.
 *
 * @param country for phone numbers in national format
 * @throws ProblemError `validation_failed` for an invalid phone number
 */
export const customerOf = ({ name, phone, email, locale }: CustomerGiven, country: string): Customer => ({
  name,
  phone: phone ? normalizePhone(phone, country, '/customer/phone') : null,
  email: email ?? null,
  locale: locale ?? null,
})
