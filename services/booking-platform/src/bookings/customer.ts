import type { Customer, CustomerGiven } from '@usher/contracts'
import { normalizePhone } from '@usher/service-kit'

/**
 * A customer as stored: phone in E.164 and e-mail address in lower case, so that both can be searched.
 *
 * @param country for phone numbers in national format
 * @throws ProblemError `validation_failed` for an invalid phone number
 */
export const customerOf = ({ name, phone, email, locale }: CustomerGiven, country: string): Customer => ({
  name,
  phone: phone ? normalizePhone(phone, country, '/customer/phone') : null,
  email: email?.toLowerCase() ?? null,
  locale: locale ?? null,
})
