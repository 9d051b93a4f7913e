import type { en } from './en.ts'

/** Plural forms of a text, by the plural rules of the language (CLDR). */
export type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** All texts of the pages in one language. */
export type Words = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural
}

export type PluralKey = { [Key in keyof Words]: Words[Key] extends string ? never : Key }[keyof Words]
export type TextKey = Exclude<keyof Words, PluralKey>
