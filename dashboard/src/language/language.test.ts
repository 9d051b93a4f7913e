import { describe, expect, test } from 'vitest'
import { pickLanguage, pickLocale } from './language.ts'

describe('given the language of the dashboard', () => {
  test.each([
    { chosen: 'fr', wanted: ['de-AT'], language: 'fr', locale: 'fr' },
    { chosen: null, wanted: ['de-AT', 'en'], language: 'de', locale: 'de-AT' },
    { chosen: null, wanted: ['nl-NL', 'ja', 'en-GB'], language: 'ja', locale: 'ja' },
    { chosen: null, wanted: ['nl-NL'], language: 'en', locale: 'en' },
    { chosen: 'tlh', wanted: ['es-419'], language: 'es', locale: 'es-419' },
    { chosen: 'en', wanted: ['de', 'en-GB', 'en-US'], language: 'en', locale: 'en-GB' },
    { chosen: null, wanted: ['en-US@posix', 'de'], language: 'en', locale: 'en' },
    { chosen: null, wanted: [], language: 'en', locale: 'en' },
  ])(
    'when $chosen is chosen and the browser asks for $wanted, then it is $language, with formats of $locale',
    (given) => {
      const language = pickLanguage(given.chosen, given.wanted)
      expect([language, pickLocale(language, given.wanted)]).toEqual([given.language, given.locale])
    },
  )
})
