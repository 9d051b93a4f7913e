import { smsOf } from './segments.ts'

describe('the segments of an SMS', () => {
  test.each([
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    // Of the extension table: two septets each.
    ['€'.repeat(80), 'GSM-7', 160, 1],
    ['€'.repeat(81), 'GSM-7', 162, 2],
    ['é'.repeat(160), 'GSM-7', 160, 1],
    ['ع'.repeat(70), 'UCS-2', 70, 1],
    ['ع'.repeat(71), 'UCS-2', 71, 2],
    ['👋'.repeat(35), 'UCS-2', 70, 1],
    ['👋'.repeat(36), 'UCS-2', 72, 2],
  ])('%s is %s with %i units in %i segments', (text, encoding, units, segments) => {
    expect(smsOf(text)).toMatchObject({ encoding, units, segments })
  })

  test('names each character outside GSM-7 once, with the estimated cost', () => {
    expect(smsOf('“Hi” – “there”', 0.1)).toMatchObject({
      ucs2_characters: ['“', '”', '–'],
      estimated_cost: 0.1,
    })
  })
})
