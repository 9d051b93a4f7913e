import { requireShallowJson, verifyJson } from './json-depth.ts'

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const codeOf = (json: string | Buffer, encoding = 'utf-8'): string => {
  try {
    verifyJson(undefined as never, undefined, Buffer.from(json as string), encoding)
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the attack: JSON nested deeply', () => {
  test.each([
    [nested(32), 'accepted'],
    [nested(33), 'malformed_json'],
    [nested(20_000), 'malformed_json'],
    ['{"a":'.repeat(33), 'malformed_json'],
    [`{"a":"${'['.repeat(100)}"}`, 'accepted'],
    [`{"a":"\\"${'['.repeat(100)}"}`, 'accepted'],
    [`["\\\\",${nested(40)}]`, 'malformed_json'],
    [`[${`${nested(2)},`.repeat(100)}1]`, 'accepted'],
  ])('the check of %.30s… gives %s', (json, outcome) => {
    expect(codeOf(json)).toBe(outcome)
  })

  test('refuses JSON in UTF-16 as an unsupported media type', () => {
    expect(codeOf(Buffer.from(`["∀",${nested(100)}]`, 'utf16le'), 'utf-16le')).toBe('unsupported_media_type')
  })

  test('leaves bytes that are not JSON to the parser', () => {
    expect(() => requireShallowJson(Buffer.from(']'.repeat(100)))).not.toThrow()
  })
})

describe('a body checked for valid UTF-8', () => {
  test.each([
    ['a byte of Latin-1', Buffer.from('{"name":"Andr\xe9"}', 'latin1'), 'malformed_json'],
    ['a character that is cut off', Buffer.from('{"name":"é"}').subarray(0, 10), 'malformed_json'],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'malformed_json'],
    ['half a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'malformed_json'],
    ['a letter beyond ASCII', Buffer.from('{"name":"é😀"}'), 'accepted'],
  ])('with %s is %s', (_, body, outcome) => {
    expect(codeOf(body)).toBe(outcome)
  })
})
