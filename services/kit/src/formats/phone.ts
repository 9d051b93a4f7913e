import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { LRUCache } from 'lru-cache'
import { invalidField } from '../errors.ts'

/**
 * A copied number without invisible characters and the scheme of a link (RFC 3966). Full-width signs become plain ones:
 * the library takes a number after a full-width plus for a national one.
 */
export const cleanedPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .replace(/^tel:/iu, '')

interface Notation {
  readonly former: RegExp
  readonly present: string
  /** Pattern and replacement that turn the present notation into the former. */
  readonly back: readonly [RegExp, string]
}

/**
 * Notations of numbers that are still written as before a change of the numbering plan, by calling code. Mexico dropped
 * 1, 044 and 045 before mobile numbers in 2019 (IFT); Brazil put a 9 before them by 2016 (Anatel, Resolução 553).
 */
const FORMER: Readonly<Record<string, Notation>> = {
  '52': { former: /^(?:1|04[45])(\d{10})$/u, present: '$1', back: [/^(\d{10})$/u, '1$1'] },
  '55': { former: /^(\d{2})([6-9]\d{7})$/u, present: '$19$2', back: [/^(\d{2})9([6-9]\d{7})$/u, '$1$2'] },
}

/** Parses a text, and converts a number in a former notation to the present one. */
function parse(text: string, country?: string): PhoneNumber | undefined {
  const cleaned = cleanedPhone(text)
  const parsed = parsePhoneNumberFromString(cleaned, {
    ...(country !== undefined && { defaultCountry: country as CountryCode }),
    extract: false,
  })
  // The library drops subaddresses.
  if (parsed && /;isub=/iu.test(cleaned)) parsed.setExt('0')
  const notation = FORMER[parsed?.countryCallingCode ?? '']
  if (!parsed || parsed.ext || !notation?.former.test(parsed.nationalNumber)) return parsed
  const national = parsed.nationalNumber.replace(notation.former, notation.present)
  return parsePhoneNumberFromString(`+${parsed.countryCallingCode}${national}`)
}

/**
 * The E.164 form of a phone number, the same however it is written.
 *
 * @param country ISO 3166-1 code of the country whose national notation is accepted
 * @param pointer to the field the number is from
 * @throws ProblemError if no such number can exist, or it has an extension
 */
export function normalizePhone(phone: string, country: string, pointer = '/phone'): string {
  const parsed = parse(phone, country)
  if (parsed?.ext)
    throw invalidField(pointer, 'must have no extension: messages cannot reach it', 'invalid_phone')
  if (!parsed || !isNumber(parsed)) {
    const message = `must be a phone number with its country code, such as +14155552671, or a national one of ${country}`
    throw invalidField(pointer, message, 'invalid_phone')
  }
  return parsed.number
}

/** The E.164 number of a sender as providers write it: with +, 00 or the bare country code; undefined if it is none. */
export function senderNumber(from: string): string | undefined {
  const parsed = parse(`+${cleanedPhone(from).replace(/^(?:\+|00)/u, '')}`)
  return parsed && isNumber(parsed) && !parsed.ext ? parsed.number : undefined
}

/** Whether it is possible, and parses to itself: each parse drops some of the zeros after the calling code. */
const isNumber = (parsed: PhoneNumber): boolean =>
  parsed.isPossible() && parse(parsed.number)?.number === parsed.number

/** The spellings that a number in E.164 may be stored in, the present one first: earlier versions kept former notations. */
export function phoneSpellings(number: string): string[] {
  const parsed = parse(number)
  const [present, former] = FORMER[parsed?.countryCallingCode ?? '']?.back ?? []
  if (!parsed) return [number]
  if (!present?.test(parsed.nationalNumber)) return [parsed.number]
  const before = parsed.nationalNumber.replace(present, former ?? '')
  return [parsed.number, `+${parsed.countryCallingCode}${before}`]
}

/**
 * What kind of line a number is: `mobile` if it may be a mobile phone, `special` for premium, toll-free and
 * shared-cost numbers, `unusual` if the numbering plan has no such number: it may be newer than the plan known here.
 */
export type PhoneKind = 'mobile' | 'landline' | 'special' | 'unusual'

/** Cached: parsing a number takes 16 µs, and every guest shown has one. */
const kinds = new LRUCache<string, PhoneKind>({ max: 10_000, memoMethod: kindOf })

/** The kind of an E.164 number by its country's numbering plan (libphonenumber). */
export const phoneKind = (number: string): PhoneKind => kinds.memo(number)

function kindOf(number: string): PhoneKind {
  const parsed = parsePhoneNumberFromString(number)
  if (!parsed?.isValid()) return 'unusual'
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

/**
 * ISO 3166-1 code of an E.164 number's country; of a number that no numbering plan has, the first country with its
 * calling code; undefined if it belongs to none.
 */
export function phoneCountry(number: string): string | undefined {
  const parsed = parsePhoneNumberFromString(number)
  return parsed?.country ?? parsed?.getPossibleCountries()[0]
}
