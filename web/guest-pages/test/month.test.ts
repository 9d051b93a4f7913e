import { speakerOf } from '../src/speaker.ts'
import { addMonths, datesOf, monthGiven, monthTable } from '../src/times/month.ts'

describe('a month of the booking page', () => {
  test('is only what is a month, and is followed by the next one', () => {
    expect(['2026-12', '2026-13', '2026-12-01', '', ['2026-12']].map(monthGiven)).toEqual([
      '2026-12',
      ...Array(4),
    ])
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
    expect([datesOf('2028-02').length, datesOf('2026-12').at(-1)]).toEqual([29, '2026-12-31'])
  })

  test.each([
    ['en', 'Sun', 2],
    ['de', 'Mo', 1],
    ['ar', 'السبت', 3],
  ] as const)('begins in %s with %s, and has its first day under its weekday', (locale, first, empty) => {
    const free = new Set(['2026-12-03'])
    const pathOf = (date: string) => `/${date}`
    const shown = { month: '2026-12', free, chosen: '2026-12-03', pathOf, speaker: speakerOf(locale) }
    const made = String(monthTable(shown))
    expect(/<th [^>]*>([^<]*)/.exec(made)?.[1]).toBe(first)
    // December 2026 begins on a Tuesday.
    expect(made.match(/<td><\/td>/g)).toHaveLength(empty)
    expect(made.match(/<a href="[^"]*"/g)).toEqual(['<a href="/2026-12-03#times"'])
  })
})

describe('a time zone', () => {
  test.each([
    ['en', 'America/Los_Angeles', 'Pacific Time'],
    ['en', 'UTC', 'Coordinated Universal Time'],
    ['de', 'Europe/Berlin', 'Mitteleuropäische Zeit'],
    ['ja', 'Asia/Tokyo', '日本標準時'],
  ] as const)('is named in %s as people call it: %s', (locale, zone, name) => {
    expect(speakerOf(locale).zone(zone)).toBe(name)
  })
})
