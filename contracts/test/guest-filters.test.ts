import fc from 'fast-check'
import { z } from 'zod'
import { tagList } from '../src/operations/guest-filters.ts'

const documented = z.toJSONSchema(tagList, { io: 'input' }) as { anyOf: { pattern?: string }[] }
const pattern = new RegExp(documented.anyOf.find((one) => one.pattern)?.pattern ?? 'no pattern', 'u')

describe('the tag filter of guests', () => {
  test.each([
    ['vip', true],
    [' vip , regular ', true],
    ['\tvip\r\n,b', true],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
    ['a\tb', false],
    ['\u00b8\r\n,\u000b\u0010', false],
    ['a,,b', false],
  ])('has the same validity of %j in the document and on the server', (text, isValid) => {
    expect([pattern.test(text), tagList.safeParse(text).success]).toEqual([isValid, isValid])
  })

  test('has the same validity in the document and on the server for any mix of separators and letters', () => {
    const unit = fc.constantFrom('a', 'é', ' ', '\t', '\n', ',', '\u0001', '\u0085', '\u2028', '\u202e')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        expect(tagList.safeParse(text).success).toBe(pattern.test(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
