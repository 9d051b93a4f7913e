import { LOCALES } from '../locale.ts'
import { ALL_WORDS } from './all-words.ts'
import { en } from './en.ts'
import type { Plural } from './plural.ts'

/** Of millions alone, of which there are none here. */
const NOT_NEEDED: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  ['es', 'fr', 'it', 'pt'].map((locale) => [locale, ['many']]),
)

/** In English and in one of the other languages. */
const SPELLED_ALIKE = ['later', 'code']

/** What is to be filled in, each once. */
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe.each(LOCALES)('the words in %s', (locale) => {
  const words: Record<string, string | Plural> = ALL_WORDS[locale]

  test('have each English key with the same placeholders', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort())
    for (const [key, said] of Object.entries(en)) {
      const here = words[key]
      if (typeof said === 'string')
        expect([key, placeholders(here as string)]).toEqual([key, placeholders(said)])
      else {
        expect([key, placeholders((here as Plural).other)]).toEqual([key, placeholders(said.other)])
        for (const form of Object.values(here as Plural)) {
          expect([key, placeholders(`${form}{n}`)]).toEqual([key, placeholders(said.other)])
        }
      }
    }
  })

  test('have a plural form for each number category', () => {
    const needed = new Intl.PluralRules(locale)
      .resolvedOptions()
      .pluralCategories.filter((category) => !NOT_NEEDED[locale]?.includes(category))
    for (const said of Object.values(words)) {
      if (typeof said !== 'string') expect(Object.keys(said).sort()).toEqual([...needed].sort())
    }
  })

  test('leave nothing in English in another language', () => {
    if (locale === 'en') return expect(words).toBe(en)
    const same = Object.entries(en).filter(([key, said]) => typeof said === 'string' && words[key] === said)
    expect(same.map(([key]) => key).filter((key) => !SPELLED_ALIKE.includes(key))).toEqual([])
  })
})
