import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidField } from '../errors.ts'

/**
 * A phone number in E.164.
 *
 * @param country ISO 3166-1 code of the country whose national notation is accepted
 * @param pointer to the field the number is from
 * @throws ProblemError if no such number can exist
 */
export function normalizePhone(phone: string, country: string, pointer = '/phone'): string {
  const parsed = parsePhoneNumberFromString(phone, { defaultCountry: country as CountryCode, extract: false })
  if (!parsed?.isPossible()) {
    const message = `must be a phone number with its country code, such as +14155552671, or a national one of ${country}`
    throw invalidField(pointer, message, 'invalid_phone')
  }
  return parsed.number
}

/**
 * What kind of line a number is: `mobile` if it may be a mobile phone, `special` for premium, toll-free and
 * shared-cost numbers.
 */
export type PhoneKind = 'mobile' | 'landline' | 'special' | 'invalid'

/**
 * The kind of an E.164 number by its country's numbering plan (libphonenumber); `invalid` if no such number is
 * assigned.
 */
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

/** An E.164 number as people read it, such as +1 415 555 2671. */
export const formatPhone = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number

/** ISO 3166-1 code of an E.164 number's country; undefined if it belongs to none. */
export const phoneCountry = (number: string): string | undefined =>
  parsePhoneNumberFromString(number)?.country
