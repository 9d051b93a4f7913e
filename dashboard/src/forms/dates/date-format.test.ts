import { dateFormatOf } from './date-format.ts'

const DAY = '2026-12-04'

describe('given the languages of staff', () => {
  test.each([
    ['en-US', '12/04/2026', '12h', 0],
    ['en-GB', '04/12/2026', '24h', 1],
    ['de', '04.12.2026', '24h', 1],
    ['es', '04/12/2026', '24h', 1],
    ['fr', '04/12/2026', '24h', 1],
    ['ja', '2026/12/04', '24h', 0],
  ])(
    'when the language is %s, then dates, clock and week are as usual there',
    (language, typed, clock, first) => {
      const format = dateFormatOf(language)
      expect(format.numeric(DAY)).toBe(typed)
      expect(format.parse(typed)).toBe(DAY)
      expect([format.clock, format.firstDayOfWeek]).toEqual([clock, first])
    },
  )

  test('when a date is typed in another way, then it is understood if it can mean one day only', () => {
    const { parse } = dateFormatOf('de')
    expect([parse('4. 12. 2026'), parse('4-12-2026'), parse(DAY)]).toEqual([DAY, DAY, DAY])
    expect([parse('4.12.'), parse('4.12.26'), parse('31.2.2026'), parse('soon')]).toEqual(
      Array(4).fill(undefined),
    )
  })

  test('when months and days are named, then they are in the language', () => {
    const { month, weekday, longDay } = dateFormatOf('fr')
    expect([month(DAY), weekday(DAY), longDay(DAY)]).toEqual([
      'décembre 2026',
      'ven.',
      'vendredi 4 décembre 2026',
    ])
  })
})
