import { localeSchema, type Template } from '@usher/contracts'
import { readCatalogue } from '@usher/service-kit'
import { en } from './words/en.ts'
import type { Kinds } from './words/parts.ts'

type Locale = Template['locale']

/**
 * Default texts. The European ones avoid letters missing from GSM-7, which would halve the length of segments. The
 * Arabic ones start with an Arabic word, as phones take a text's direction from its first letter.
 */
export const DEFAULT_WORDS = Object.fromEntries(
  localeSchema.options.map((locale) => [locale, locale === 'en' ? en : translated(locale)]),
) as Readonly<Record<Locale, Kinds>>

function translated(locale: Locale): Kinds {
  const textOf = readCatalogue(new URL(`words/catalogues/${locale}.po`, import.meta.url))
  const kinds = Object.keys(en).map((kind) => [
    kind,
    { name: textOf(`${kind}.name`), subject: textOf(`${kind}.subject`), text: textOf(`${kind}.text`) },
  ])
  return Object.fromEntries(kinds)
}
