import { dateFormatOf } from './date-format.ts'

const DAY = '2026-12-04'

describe('the date format of a staff language', () => {
  test.each([
    ['en-US', '12/04/2026', '12h', 0],
    ['en-GB', '04/12/2026', '24h', 1],
    ['de', '04.12.2026', '24h', 1],
    ['es', '04/12/2026', '24h', 1],
    ['fr', '04/12/2026', '24h', 1],
    ['ja', '2026/12/04', '24h', 0],
  ])('uses the date order, clock and first day of the week of %s', (language, typed, clock, first) => {
    const format = dateFormatOf(language)
    expect(format.numeric(DAY)).toBe(typed)
    expect(format.parse(typed)).toBe(DAY)
    expect([format.clock, format.firstDayOfWeek]).toEqual([clock, first])
  })

  test('parses other spellings of a date only when they are unambiguous', () => {
    const { parse } = dateFormatOf('de')
    expect([parse('4. 12. 2026'), parse('4-12-2026'), parse(DAY)]).toEqual([DAY, DAY, DAY])
    expect([parse('4.12.'), parse('4.12.26'), parse('31.2.2026'), parse('soon')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  test('names months and weekdays in French', () => {
    const { month, weekday, longDay } = dateFormatOf('fr')
    expect([month(DAY), weekday(DAY), longDay(DAY)]).toEqual([
      'décembre 2026',
      'ven.',
      'vendredi 4 décembre 2026',
    ])
  })
})
