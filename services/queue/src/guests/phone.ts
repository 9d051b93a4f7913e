import { invalidField } from '@usher/service-kit'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number in E.164.
 *
 * @param country ISO 3166-1 code of the country whose national spelling is understood
 * @throws ProblemError where it is not a number that can exist
 */
export function normalizePhone(phone: string, country: string): string {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country as CountryCode, extract: false })
  if (!parsed?.isPossible()) {
    throw invalidField(
      '/phone',
      `must be a phone number, with its country code or of ${country}`,
      'invalid_phone',
    )
  }
  return parsed.number
}
