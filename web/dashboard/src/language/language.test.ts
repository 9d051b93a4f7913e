import { chooseLanguage, pickLanguage, pickLocale } from './language.ts'

describe('the language of the dashboard', () => {
  test.each([
    { chosen: 'fr', wanted: ['de-AT'], language: 'fr', locale: 'fr' },
    { chosen: null, wanted: ['de-AT', 'en'], language: 'de', locale: 'de-AT' },
    { chosen: null, wanted: ['nl-NL', 'ja', 'en-GB'], language: 'ja', locale: 'ja' },
    { chosen: null, wanted: ['nl-NL'], language: 'en', locale: 'en' },
    { chosen: 'tlh', wanted: ['es-419'], language: 'es', locale: 'es-419' },
    { chosen: 'toString', wanted: ['fr'], language: 'fr', locale: 'fr' },
    { chosen: 'en', wanted: ['de', 'en-GB', 'en-US'], language: 'en', locale: 'en-GB' },
    { chosen: null, wanted: ['en-US@posix', 'de'], language: 'en', locale: 'en' },
    { chosen: null, wanted: [], language: 'en', locale: 'en' },
  ])(
    'for the choice $chosen and the browser languages $wanted is $language, with formats of $locale',
    (given) => {
      const language = pickLanguage(given.chosen, given.wanted)
      expect([language, pickLocale(language, given.wanted)]).toEqual([given.language, given.locale])
    },
  )
})

describe('choosing another language', () => {
  const choose = (setItem: () => void) => {
    const reload = jest.fn()
    jest.replaceProperty(globalThis, 'localStorage', { setItem } as unknown as Storage)
    jest.replaceProperty(globalThis, 'window', { location: { reload } } as unknown as typeof window)
    chooseLanguage('fr')
    return reload
  }

  test('stores the choice and reloads the dashboard', () => {
    const setItem = jest.fn()
    const reload = choose(setItem)
    expect(setItem).toHaveBeenCalledWith('usher-language', 'fr')
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('does not reload the page when the browser blocks storage', () => {
    const reload = choose(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    expect(reload).not.toHaveBeenCalled()
  })
})
