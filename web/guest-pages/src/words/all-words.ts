import { readCatalogue } from '@usher/service-kit'
import { LOCALES, type Locale } from '../locale.ts'
import { en } from './en.ts'
import { pluralOf } from './plural.ts'
import type { Words } from './words.ts'

/** The pages' texts by language: the same languages as for messages. */
export const ALL_WORDS = Object.fromEntries(
  LOCALES.map((locale) => [locale, locale === 'en' ? en : translated(locale)]),
) as Readonly<Record<Locale, Words>>

function translated(locale: Locale): Words {
  const textOf = readCatalogue(new URL(`catalogues/${locale}.po`, import.meta.url))
  const texts = Object.entries(en).map(([key, english]) => {
    const text = textOf(key)
    return [key, typeof english === 'string' ? text : pluralOf(text)]
  })
  return Object.fromEntries(texts) as Words
}
