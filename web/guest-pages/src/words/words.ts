import { en } from './en.ts'
import { icuOf, type Plural } from './plural.ts'

/** All texts of the pages in one language. */
export type Words = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural
}

export type PluralKey = { [Key in keyof Words]: Words[Key] extends string ? never : Key }[keyof Words]
export type TextKey = Exclude<keyof Words, PluralKey>

/** The English texts by key, as they stand in the catalogues. */
export const MESSAGES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(en).map(([key, text]) => [key, typeof text === 'string' ? text : icuOf(text)]),
)
