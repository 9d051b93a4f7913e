import fc from 'fast-check'
import { generateApiKey, hashApiKey, isWellFormedApiKey } from './api-key-format.ts'

const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
const keys = fc.constant(undefined).map(generateApiKey)

const replaceAt = (text: string, at: number, by: string) => text.slice(0, at) + by + text.slice(at + 1)

describe('the form of API keys', () => {
  test('1,000 generated API keys are well formed and all different', () => {
    const many = Array.from({ length: 1000 }, generateApiKey)
    expect(many.filter((key) => !isWellFormedApiKey(key))).toEqual([])
    expect(new Set(many).size).toBe(1000)
    expect(many[0]).toMatch(/^usk_[0-9A-Za-z]{36}$/)
  })

  test('the checksum detects any one changed character of an API key', () => {
    const mistyped = fc.tuple(keys, fc.nat({ max: 39 }), fc.constantFrom(...DIGITS))
    fc.assert(
      fc.property(mistyped, ([key, at, digit]) => {
        fc.pre(key[at] !== digit)
        expect(isWellFormedApiKey(replaceAt(key, at, digit))).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('the checksum detects two swapped neighbouring characters of an API key', () => {
    fc.assert(
      fc.property(keys, fc.nat({ max: 38 }), (key, at) => {
        const [a = '', b = ''] = [key[at], key[at + 1]]
        fc.pre(a !== b)
        expect(isWellFormedApiKey(replaceAt(replaceAt(key, at, b), at + 1, a))).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  test('rejects any text that is not an API key as malformed', () => {
    const key = generateApiKey()
    const others = ['', 'usk_', key.slice(4), ` ${key}`, `${key}\n`, `${key}0`, key.toLowerCase()]
    expect(others.filter(isWellFormedApiKey)).toEqual([])
    fc.assert(fc.property(fc.string(), (text) => !isWellFormedApiKey(text)))
  })

  test('accepts an API key of an earlier release and keeps the same hash', () => {
    const key = 'usk_000000000000000000000000000000'
    expect(isWellFormedApiKey(`${key}2nZFRa`)).toBe(true)
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
