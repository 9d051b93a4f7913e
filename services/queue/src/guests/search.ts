import { tagKey } from '@usher/contracts'
import { cleanedPhone, phoneSpellings } from '@usher/service-kit'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'

/** Sorts after every other character by bytes. */
const LAST_CODE_POINT = '\u{10ffff}'

/** Sorts after every other character, even under a collation (CLDR root collation, U+FFFF). */
const LAST_CHARACTER = '\uffff'

/** The character after the last digit. */
const AFTER_DIGITS = ':'

/** Guests whose name starts with a text; needs the collation of names. */
export const nameFilter = (text: string) => ({ name: { $gte: text, $lt: text + LAST_CHARACTER } })

/** Guests with a tag that starts with a text. */
export function tagFilter(text: string) {
  const tag = tagKey(text)
  // A single tag must match both bounds.
  const between = { $elemMatch: { $gte: tag, $lt: tag + LAST_CODE_POINT } }
  // The partial index on tags requires the type.
  return { tag_keys: between, $and: [{ tag_keys: { $type: 'string' as const } }] }
}

/**
 * Guests whose phone starts with a text, one filter per interpretation.
 *
 * @param country whose national notation is accepted
 */
export const phoneFilters = (text: string, country: string) =>
  phonePrefixes(text, country).map((prefix) => ({
    // The partial index on phones requires the type.
    phone: { $gte: prefix, $lt: prefix + AFTER_DIGITS, $type: 'string' as const },
  }))

/** E.164 prefixes that a search text may stand for; none if it is not a number. */
export function phonePrefixes(text: string, country: string): string[] {
  const written = cleanedPhone(text)
  const digits = written.replaceAll(/\D/g, '')
  if (digits === '' || /[^\d\s()+./-]/.test(written)) return []
  // A whole number in a former notation is stored in the present one.
  if (written.startsWith('+'))
    return [...new Set([`+${digits}`, ...phoneSpellings(`+${digits}`).slice(0, 1)])]
  return [`+${digits}`, `+${getCountryCallingCode(country as CountryCode)}${digits.replace(/^0/, '')}`]
}
