import { type CountryCode, getCountryCallingCode } from 'libphonenumber-js/max'
import { cleanedPhone, phoneSpellings } from '../formats/phone.ts'

/** The searched parts of a person. */
interface Searchable {
  readonly name: string
  /** E.164 */
  readonly phone: string | null
  readonly email: string | null
  /** Searched by the beginnings of their words. */
  readonly tags?: readonly string[]
}

/** Longest key, in UTF-16 code units: enough to distinguish long words. */
const MAX_KEY = 32

/** Digits of the longest phone number (E.164), with a prefix for calls abroad. */
const MAX_DIGITS = 20

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH' }

/** The words of a text without case, accents and punctuation. Upper case, as ß and ς have no lower case of their own. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[ÆŒØŁĐÐÞ]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{So}\s]/gu, '')
    .normalize('NFC')
    .split(/\s+/u)
    .filter((word) => word !== '')

/** A word and its suffixes; those of one character only in scripts without case, such as Chinese. */
const suffixesOf = (word: string): string[] =>
  [...word.matchAll(/^.|.(?=.)|[^\p{Lu}\p{N}]/gu)].map(({ index }) => word.slice(index))

const backwards = (digits: string): string => [...digits].reverse().join('')

/**
 * Search index keys of a person; a search matches keys that start with its text. Names have a key for each suffix of a
 * word, e-mail addresses one from each word before the @, phones one forwards and one backwards.
 */
export function searchKeys({ name, phone, email, tags = [] }: Searchable): string[] {
  const mailbox = email?.matchAll(/[\p{L}\p{N}]+(?=.*@)/gu) ?? []
  const keys = [
    ...wordsOf(name).flatMap(suffixesOf),
    ...[...mailbox].flatMap(({ index }) => wordsOf((email ?? '').slice(index))),
    ...tags.flatMap(wordsOf),
    ...(phone ? [phone, `-${backwards(phone.slice(1))}`] : []),
  ]
  return [...new Set(keys.map((key) => key.slice(0, MAX_KEY)))]
}

const startsWith = (key: string) => ({
  search_keys: new RegExp(`^${key.slice(0, MAX_KEY).replace('+', '\\+')}`),
})

const isMatchedBy = (key: string) => ({ $nor: [{ $nor: [startsWith(key)] }] })

/** Drops duplicates, and words that begin another: the longer word implies them. */
const neededOf = (words: readonly string[]): string[] =>
  [...new Set(words)].filter((word, _, all) => !all.some((one) => one !== word && one.startsWith(word)))

/** How much a word narrows a search: a character of a script without case, such as Chinese, counts as a word. */
const weightOf = (word: string): number => word.replaceAll(/[^\p{Lu}\p{N}]/gu, '$&$&$&').length

/**
 * Conditions for people who have all words. MongoDB uses the index for one word only, whichever comes first in its own
 * order: the double `$nor` hides the others, so that it uses the word that narrows the search most.
 */
function withWords(words: readonly string[]): object[] {
  const [first, ...others] = neededOf(words).toSorted((a, b) => weightOf(b) - weightOf(a))
  return first === undefined ? [] : [startsWith(first), ...others.map(isMatchedBy)]
}

/** A search for people. */
export interface Search {
  readonly text: string
  /** Country whose national notation of phones is accepted. */
  readonly country: string
}

/** The search of a caller; undefined without a text. */
export const searchOf = (
  text: string | undefined,
  { country }: Pick<Search, 'country'>,
): Search | undefined => (text === undefined ? undefined : { text, country })

/**
 * A condition on `search_keys`: each word of the text is part of the name, or begins a tag or the e-mail address; or the
 * phone starts or ends with it.
 */
export function searchFilter({ text, country }: Search): { $and: object[] } {
  const words = withWords(wordsOf(text))
  const phones = phonePrefixes(text, country).map(startsWith)
  if (words.length === 0) return { $and: [{ search_keys: { $in: [] } }] }
  return { $and: phones.length === 0 ? words : [{ $or: [{ $and: words }, ...phones] }] }
}

/** Prefixes of the phone keys that a text may mean; none if it is not a number. */
function phonePrefixes(text: string, country: string): string[] {
  const written = cleanedPhone(text)
  const digits = written.replaceAll(/\D/g, '')
  if (digits === '' || digits.length > MAX_DIGITS || /[^\d\s()+./-]/.test(written)) return []
  // A whole number in a former notation is stored in the present one.
  if (written.startsWith('+'))
    return [...new Set([`+${digits}`, ...phoneSpellings(`+${digits}`).slice(0, 1)])]
  const national = `+${getCountryCallingCode(country as CountryCode)}${digits.replace(/^0/, '')}`
  return [`+${digits}`, national, `-${backwards(digits)}`]
}
