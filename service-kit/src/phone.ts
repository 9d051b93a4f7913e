import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidField } from './errors.ts'

/**
 * A phone number in E.164.
 *
 * @param country ISO 3166-1 code of the country whose national spelling is understood
 * @param pointer to the field that the number is from
 * @throws ProblemError where it is not a number that can exist
 */
export function normalizePhone(phone: string, country: string, pointer = '/phone'): string {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country as CountryCode, extract: false })
  if (!parsed?.isPossible()) {
    const message = `must be a phone number with its country code, such as +14155552671, or a national one of ${country}`
    throw invalidField(pointer, message, 'invalid_phone')
  }
  return parsed.number
}

/** What answers a number: `mobile` where it may be a mobile phone, `special` for premium, free and shared ones. */
export type PhoneKind = 'mobile' | 'landline' | 'special' | 'invalid'

/** What a number in E.164 is by the plans of its country (libphonenumber); `invalid`: no such number is given out. */
export function phoneKind(number: string): PhoneKind {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed?.isValid()) return 'invalid'
  switch (parsed.getType()) {
    case 'MOBILE':
    case 'FIXED_LINE_OR_MOBILE':
    case 'PERSONAL_NUMBER':
    case 'VOIP':
      return 'mobile'
    case 'FIXED_LINE':
      return 'landline'
    default:
      return 'special'
  }
}

/** ISO 3166-1 code of the country that a number in E.164 is of; undefined for one of none. */
export const phoneCountry = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.country
