import { describe, expect, test } from 'vitest'
import { normalizePhone, phoneKind } from './phone.ts'

describe('phone numbers', () => {
  test.each([
    ['(415) 555-2671', 'US', '+14155552671'],
    ['0151 12345678', 'DE', '+4915112345678'],
    ['+49 151 12345678', 'US', '+4915112345678'],
  ])('given %s in %s, then it is kept as %s', (phone, country, number) => {
    expect(normalizePhone(phone, country)).toBe(number)
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
