import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizePhone, phoneKind } from './phone.ts'

describe('phone numbers', () => {
  test.each([
    ['(415) 555-2671', 'US', '+14155552671'],
    ['0151 12345678', 'DE', '+4915112345678'],
    ['+49 151 12345678', 'US', '+4915112345678'],
    ['+52 1 55 1234 5678', 'US', '+525512345678'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['+55 11 8888 8888', 'US', '+5511988888888'],
    ['11 98888-8888', 'BR', '+5511988888888'],
    ['+55 11 3888 8888', 'US', '+551138888888'],
    ['tel:+1-415-555-2671', 'DE', '+14155552671'],
  ])('given %s in %s, then it is kept as %s', (phone, country, number) => {
    expect(normalizePhone(phone, country)).toBe(number)
  })

  test('are the same with any invisible characters among them', () => {
    const invisible = fc.constantFrom(
      '\u202a',
      '\u202c',
      '\u200e',
      '\u200f',
      '\u2068',
      '\u2069',
      '\ufe0f',
      '\u200b',
    )
    const number = '+14155552671'
    const property = fc.property(fc.array(fc.tuple(fc.nat(number.length), invisible)), (added) => {
      const spelled = added.reduce((text, [at, one]) => text.slice(0, at) + one + text.slice(at), number)
      expect(normalizePhone(spelled, 'DE')).toBe(number)
    })
    fc.assert(property)
  })

  test.each(['+1 415 555 2671 ext. 5', '415-555-2671 x5'])('are refused with an extension: %s', (text) => {
    expect(() => normalizePhone(text, 'US')).toThrow(
      expect.objectContaining({
        options: { errors: [expect.objectContaining({ message: expect.stringContaining('no extension') })] },
      }),
    )
  })

  test('given what is no number, then it is refused at its field', () => {
    const refused = expect.objectContaining({
      options: { errors: [expect.objectContaining({ pointer: '/to', code: 'invalid_phone' })] },
    })
    expect(() => normalizePhone('12', 'US', '/to')).toThrow(refused)
  })

  test.each([
    ['+4915112345678', 'mobile'],
    ['+14155552671', 'mobile'],
    ['+15005550001', 'mobile'],
    ['+493012345', 'landline'],
    ['+19005551234', 'special'],
    ['+18005551234', 'special'],
    ['+12225550100', 'invalid'],
  ])('given %s, then it is %s', (number, kind) => {
    expect(phoneKind(number)).toBe(kind)
  })
})
