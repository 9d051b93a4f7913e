import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { invalidField } from '../errors.ts'

/** What comes with a copied number: marks of direction, other invisible characters, the scheme of a link (RFC 3966). */
const cleaned = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Variation_Selector}]/gu, '')
    .trim()
    .replace(/^tel:/iu, '')

/**
 * Notations of numbers that are still written as before a change of the numbering plan, by calling code. Mexico dropped
 * 1, 044 and 045 before mobile numbers in 2019 (IFT); Brazil put a 9 before them by 2016 (Anatel, Resolução 553).
 */
const FORMER: Readonly<Record<string, readonly [RegExp, string]>> = {
  '52': [/^(?:1|04[45])(\d{10})$/u, '$1'],
  '55': [/^(\d{2})([6-9]\d{7})$/u, '$19$2'],
}

/** The number of a text, if there can be one; a number in a former notation is the present one. */
function parse(text: string, country: string): PhoneNumber | undefined {
  const parsed = parsePhoneNumberFromString(cleaned(text), {
    defaultCountry: country as CountryCode,
    extract: false,
  })
  const [former, present] = FORMER[parsed?.countryCallingCode ?? ''] ?? []
  if (!parsed || !former?.test(parsed.nationalNumber)) return parsed
  const national = parsed.nationalNumber.replace(former, present ?? '')
  return parsePhoneNumberFromString(`+${parsed.countryCallingCode}${national}`)
}

/**
 * A phone number in E.164: one for each line, however it is written.
 *
 * @param country ISO 3166-1 code of the country whose national notation is accepted
 * @param pointer to the field the number is from
 * @throws ProblemError if no such number can exist, or it has an extension
 */
export function normalizePhone(phone: string, country: string, pointer = '/phone'): string {
  const parsed = parse(phone, country)
  if (parsed?.ext)
    throw invalidField(pointer, 'must have no extension: messages cannot reach it', 'invalid_phone')
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
