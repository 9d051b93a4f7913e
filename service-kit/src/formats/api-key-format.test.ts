import fc from 'fast-check'
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-format.ts'

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const keys = fc.constant(undefined).map(generateApiKey)

const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)

describe('the form of API keys', () => {
  test('given many keys, when they are generated, then all are well formed and different', () => {
    const many = Array.from({ length: 1000 }, generateApiKey)
    expect(many.filter((key) => !isWellFormedApiKey(key))).toEqual([])
    expect(new Set(many).size).toBe(1000)
    expect(many[0]).toMatch(/^usk_[0-9A-Za-z]{36}$/)
  })

  test('given a key, when any one character is another, then it is told by the checksum', () => {
    const mistyped = fc.tuple(keys, fc.nat({ max: 39 }), fc.constantFrom(...DIGITS))
    fc.assert(
      fc.property(mistyped, ([key, at, digit]) => {
        fc.pre(key[at] !== digit)
        expect(isWellFormedApiKey(replaceAt(key, at, digit))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('given a key, when two neighbours are swapped, then it is told by the checksum', () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 38 }), (key, at) => {
        const [a = '', b = ''] = [key[at], key[at + 1]]
        fc.pre(a !== b)
        expect(isWellFormedApiKey(replaceAt(replaceAt(key, at, b), at + 1, a))).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('given any text, when it is no key, then it is not well formed', () => {
    const key = generateApiKey()
    const others = ['', 'usk_', key.slice(4), ` ${key}`, `${key}\n`, `${key}0`, key.toLowerCase()]
    expect(others.filter(isWellFormedApiKey)).toEqual([])
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)))
  })

  test('given a key of the past, when its form is checked, then it still is one', () => {
    const key = 'usk_000000000000000000000000000000'
    expect(isWellFormedApiKey(`${key}2nZFRa`)).toBe(true)
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
