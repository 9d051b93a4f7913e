import { tagKey } from '@usher/contracts'
import { nativeCollection } from '@usher/service-kit'
import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import { type GuestModel, type GuestRecord, NAME_COLLATION } from '../records/guest-record.ts'

/** Matches that are looked at, so that the shortest search in the longest queue ends. */
const MOST_MATCHES = 1_000

/** Sorts behind every other character by its bytes. */
const LAST_CODE_POINT = '\u{10ffff}'

/** Sorts behind every other character, under a collation, too (CLDR root collation, U+FFFF). */
const LAST_CHARACTER = '\uffff'

/** The character after the last digit. */
const AFTER_DIGITS = ':'

type Sought = Pick<GuestRecord, 'organization_id' | 'queue_id'> & {
  readonly status: { readonly $in: readonly GuestRecord['status'][] }
}

/**
 * Identifiers of guests whose name, phone or a tag begins with a text, 1,000 at most of each.
 *
 * @param country whose national spelling of numbers is understood
 */
export async function findByText(
  guests: GuestModel,
  sought: Sought,
  text: string,
  country: string,
): Promise<string[]> {
  const collection = nativeCollection(guests)
  const filter = { ...sought, status: { $in: [...sought.status.$in] } }
  const options = { projection: { _id: 1 }, limit: MOST_MATCHES }
  const byName = collection
    .find({ ...filter, name: { $gte: text, $lt: text + LAST_CHARACTER } }, options)
    .collation(NAME_COLLATION)
    .toArray()
  const byPhone = phonePrefixes(text, country).map((prefix) => {
    // The type is the condition of the index.
    const phone = { $gte: prefix, $lt: prefix + AFTER_DIGITS, $type: 'string' as const }
    return collection.find({ ...filter, phone }, options).toArray()
  })
  const tag = tagKey(text)
  // One tag must be between both.
  const between = { $elemMatch: { $gte: tag, $lt: tag + LAST_CODE_POINT } }
  const byTag = collection
    .find({ ...filter, tag_keys: between, $and: [{ tag_keys: { $type: 'string' } }] }, options)
    .toArray()
  const found = await Promise.all([byName, byTag, ...byPhone])
  return [...new Set(found.flat().map(({ _id }) => _id))]
}

/** How E.164 numbers begin that somebody may look for; none where a text is no number. */
export function phonePrefixes(text: string, country: string): string[] {
  const digits = text.replaceAll(/\D/g, '')
  if (digits === '' || /[^\d\s()+./-]/.test(text)) return []
  if (text.startsWith('+')) return [`+${digits}`]
  return [`+${digits}`, `+${getCountryCallingCode(country as CountryCode)}${digits.replace(/^0/, '')}`]
}
