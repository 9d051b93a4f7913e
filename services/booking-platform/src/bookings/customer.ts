import type { Customer, CustomerGiven } from '@usher/contracts'
import { normalizePhone } from '@usher/service-kit'

/**
 * A customer as kept: the phone in E.164, the e-mail address in lower case, so that both can be found.
 *
 * @param country whose national spelling of phones is understood
 * @throws ProblemError `validation_failed` where it is no phone
 */
export const customerOf = ({ name, phone, email, locale }: CustomerGiven, country: string): Customer => ({
  name,
  phone: phone ? normalizePhone(phone, country, '/customer/phone') : null,
  email: email?.toLowerCase() ?? null,
  locale: locale ?? null,
})
