import fc from 'fast-check'
import { normalizePhone, phoneCountry, phoneKind, phoneSpellings, senderNumber } from './phone.ts'

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
    ['\uff0b1 415 555 2671', 'JP', '+14155552671'],
    ['\uff0b\uff11 \uff14\uff11\uff15 \uff15\uff15\uff15 \uff12\uff16\uff17\uff11', 'DE', '+14155552671'],
    ['\ufe6249 151 12345678', 'AT', '+4915112345678'],
    ['+39 06 1234 5678', 'DE', '+390612345678'],
  ])('normalises %s in %s to %s', (phone, country, number) => {
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

  test.each(['+1 415 555 2671 ext. 5', '415-555-2671 x5', '+14155552671;isub=5'])(
    'are refused with an extension: %s',
    (text) => {
      expect(() => normalizePhone(text, 'US')).toThrow(
        expect.objectContaining({
          options: {
            errors: [expect.objectContaining({ message: expect.stringContaining('no extension') })],
          },
        }),
      )
    },
  )

  test('refuses a text that is no phone number with invalid_phone at its field', () => {
    const refused = expect.objectContaining({
      options: { errors: [expect.objectContaining({ pointer: '/to', code: 'invalid_phone' })] },
    })
    expect(() => normalizePhone('12', 'US', '/to')).toThrow(refused)
  })

  test.each(['+49 0009509', '+598 00065471901'])('are refused if each reading changes them: %s', (text) => {
    expect(() => normalizePhone(text, 'US')).toThrow('phone number')
    expect(senderNumber(text)).toBeUndefined()
  })

  test.each([
    ['+4915112345678', 'mobile'],
    ['+14155552671', 'mobile'],
    ['+15005550001', 'mobile'],
    ['+493012345', 'landline'],
    ['+19005551234', 'special'],
    ['+18005551234', 'special'],
    ['+12225550100', 'unusual'],
    ['+15655552671', 'unusual'],
    ['+551188888888', 'unusual'],
  ])('classifies %s as %s', (number, kind) => {
    expect(phoneKind(number)).toBe(kind)
  })

  test.each([
    ['+525512345678', ['+525512345678', '+5215512345678']],
    ['+5215512345678', ['+525512345678', '+5215512345678']],
    ['+551188888888', ['+5511988888888', '+551188888888']],
    ['+14155552671', ['+14155552671']],
  ])('%s may be stored as %j', (number, spellings) => expect(phoneSpellings(number)).toEqual(spellings))

  test.each([
    ['+5215512345678', '+525512345678'],
    ['004915112345678', '+4915112345678'],
    ['\u202a+14155552671', '+14155552671'],
    ['15655552671', '+15655552671'],
    ['32665', undefined],
    ['Bistro', undefined],
  ])('a message from %j is from %s', (from, number) => expect(senderNumber(from)).toBe(number))

  test('have the main country of their calling code where no numbering plan has them', () => {
    expect(['+15655552671', '+18615552671', '+12425550100'].map(phoneCountry)).toEqual(['US', 'US', 'BS'])
  })
})
