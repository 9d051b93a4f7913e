import fc from 'fast-check'
import { csvRows } from './csv.ts'

const STARTS = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
const SEPARATORS = [',', ';', '|', '\t', '\r', '\n', '\r\n', '\u2028', '\u0085', '', ' ', '"', '\0', '\ufeff']

/** Texts of what makes formulas, mostly. */
const texts = fc
  .array(fc.oneof(fc.constantFrom(...STARTS), fc.constantFrom(...SEPARATORS), fc.string()), { maxLength: 8 })
  .map((parts) => parts.join(''))

/** The fields of a line in which all are quoted. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"'))

describe('attack: a formula in an export', () => {
  test.each(STARTS)('disarms a field that begins with %s, also after a separator', (start) => {
    for (const before of SEPARATORS) {
      const [field = ''] = fieldsOf(csvRows([[`${before}${start}SUM(1)`]]))
      expect(field.replaceAll(`'${start}`, '')).not.toContain(`${start}SUM`)
    }
  })

  test.each([
    ['Ada;=cmd|calc', "Ada;'=cmd|calc"],
    ['notes\t=1+1', "notes\t'=1+1"],
    ['line\r＝1+1', "line\r'＝1+1"],
    ['one,@SUM(1)', "one,'@SUM(1)"],
    ['\tx', "'\tx"],
  ])('exports %j as %j', (text, expected) => {
    expect(fieldsOf(csvRows([[text]]))).toEqual([expected])
  })

  test('quotes all fields of any row and leaves no formula at the start of any part', () => {
    const property = (row: readonly string[]) => {
      const line = csvRows([row])
      expect(line).toMatch(/^"(?:[^"]|"")*"(,"(?:[^"]|"")*")*\r\n$/)
      const texts = fieldsOf(line).filter((field) => !/^[+-]?\d+(\.\d+)?$/.test(field))
      const parts = texts.flatMap((text) => text.split(/[,;|\t\r\n\v\f\u0085\u2028\u2029]/))
      for (const field of parts) expect(field).not.toMatch(/^[\s\0\ufeff"]*[=+\-@＝＋－＠]/)
    }
    expect(() =>
      fc.assert(fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), property)),
    ).not.toThrow()
  })

  test('leaves text without formulas unchanged, and numbers, booleans and empty values as they are', () => {
    const row = ['Ada', 'a-b', 'x=1', 'grace@example.test', '+14155552671', -1.5, 0, true, null, undefined]
    expect(csvRows([row])).toBe(
      '"Ada","a-b","x=1","grace@example.test","+14155552671","-1.5","0","true","",""\r\n',
    )
  })
})
