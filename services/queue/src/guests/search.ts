import { tagKey } from '@usher/contracts'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'

/** Sorts behind every other character by its bytes. */
const LAST_CODE_POINT = '\u{10ffff}'

/** Sorts behind every other character, under a collation, too (CLDR root collation, U+FFFF). */
const LAST_CHARACTER = '\uffff'

/** The character after the last digit. */
const AFTER_DIGITS = ':'

/** Guests whose name begins with a text; needs the collation of names. */
export const nameFilter = (text: string) => ({ name: { $gte: text, $lt: text + LAST_CHARACTER } })

/** Guests with a tag that begins with a text. */
export function tagFilter(text: string) {
  const tag = tagKey(text)
  // One tag must be between both.
  const between = { $elemMatch: { $gte: tag, $lt: tag + LAST_CODE_POINT } }
  // The partial index on tags needs the type.
  return { tag_keys: between, $and: [{ tag_keys: { $type: 'string' as const } }] }
}

/**
 * Guests whose phone begins with a text, one filter for each way to read it.
 *
 * @param country whose national spelling of numbers is understood
 */
export const phoneFilters = (text: string, country: string) =>
  phonePrefixes(text, country).map((prefix) => ({
    // The partial index on phones needs the type.
    phone: { $gte: prefix, $lt: prefix + AFTER_DIGITS, $type: 'string' as const },
  }))

/** How E.164 numbers begin that somebody may look for; none where a text is no number. */
export function phonePrefixes(text: string, country: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  if (digits === '' || /[^\d\s()+./-]/.test(text)) return []
  if (text.startsWith('+')) return [`+${digits}`]
  return [`+${digits}`, `+${getCountryCallingCode(country as CountryCode)}${digits.replace(/^0/, '')}`]
}
