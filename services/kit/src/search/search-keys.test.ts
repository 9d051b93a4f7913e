import fc from 'fast-check'
import { searchFilter, searchKeys } from './search-keys.ts'

/** Whether MongoDB would find the keys by the condition. */
function isMatch(condition: object, keys: readonly string[]): boolean {
  return Object.entries(condition).every(([name, value]) => {
    if (name === '$and') return value.every((one: object) => isMatch(one, keys))
    if (name === '$or') return value.some((one: object) => isMatch(one, keys))
    if (name === '$nor') return !value.some((one: object) => isMatch(one, keys))
    return value instanceof RegExp && keys.some((key) => value.test(key))
  })
}

const finds = (text: string, person: object, country = 'US'): boolean =>
  isMatch(
    searchFilter({ text, country }),
    searchKeys({ name: 'Nobody', phone: null, email: null, ...person }),
  )

describe('search', () => {
  test.each([
    ['ADA', 'Ada Lovelace'],
    ['lovelace', 'Ada Lovelace'],
    ['velac', 'Ada Lovelace'],
    ['lovelace, ada', 'Ada Lovelace'],
    ['a lo', 'Ada Lovelace'],
    ['zoe', 'Zoë'],
    ['MULLER', 'Müller'],
    ['strasse', 'Straße'],
    ['soren lodz', 'Søren Łódź'],
    ['obrien', "O'Brien"],
    ['σας', 'ΣΑΣΑ'],
    ['明', '王小明'],
    ['小', '王小明'],
    ['さ', 'ｻｸﾗ さくら'],
    ['김', '김철수'],
    ['🎉', 'Party 🎉'],
    ['x'.repeat(40), 'x'.repeat(60)],
  ])('finds %s in %s', (text, name) => {
    expect(finds(text, { name })).toBe(true)
  })

  test.each([
    ['(415) 555', true],
    ['415', true],
    ['+1 415', true],
    ['1415', true],
    ['2671', true],
    ['555-2671', true],
    ['5552', false],
    ['4155552672', false],
  ])('finds +14155552671 by %s: %s', (text, isFound) => {
    expect(finds(text, { phone: '+14155552671' })).toBe(isFound)
  })

  test('finds a national number with its leading zero only in its country', () => {
    const person = { phone: '+493012345' }
    expect([finds('030/12', person, 'DE'), finds('030/12', person, 'US')]).toEqual([true, false])
  })

  test('finds an e-mail address by its beginning and by the words before the @', () => {
    const person = { email: 'ada.lovelace@example.com' }
    const texts = ['ada.lovelace@example.com', 'ADA.LOVE', 'lovelace@ex', 'lovelace', 'example', 'velace']
    expect(texts.map((text) => finds(text, person))).toEqual([true, true, true, true, false, false])
  })

  test('reads the index for the word that narrows the search most', () => {
    const firstOf = (text: string) => Object.values(searchFilter({ text, country: 'US' }).$and[0] ?? {})[0]
    expect(['a 王', 'an lovelace b', 'x 小明 maria'].map(firstOf)).toEqual([/^王/, /^LOVELACE/, /^小明/])
  })

  test('leaves out words that others imply, and numbers that are too long for a phone', () => {
    const filterOf = (text: string) => searchFilter({ text, country: 'US' })
    expect(filterOf('a a an a anna')).toEqual(filterOf('anna'))
    expect(filterOf('1 '.repeat(50))).toEqual({ $and: [{ search_keys: /^1/ }] })
    expect(finds('1 '.repeat(50), { name: '1' })).toBe(true)
  })

  test('finds nobody by punctuation', () => {
    const person = { name: 'Ada (+1)', phone: '+1415' }
    expect(['.*', '-', '+', '()'].filter((text) => finds(text, person))).toEqual([])
  })

  test('finds every name by each part of two letters or more', () => {
    const letter = fc.constantFrom(...'aäÅbcéßøñZı0 -王小明がЖσς')
    const names = fc.array(letter, { minLength: 2, maxLength: 100 })
    const cases = fc.tuple(names, fc.nat(), fc.integer({ min: 2, max: 12 }))
    fc.assert(
      fc.property(cases, ([name, start, length]) => {
        const part = name.slice(start % (name.length - 1)).slice(0, length)
        // A single letter before a space may stand for the end of a word.
        fc.pre(/^[^\s-]{2}/u.test(part.join('')))
        expect(finds(part.join(''), { name: name.join('') })).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
