import { localeSchema } from '@usher/contracts'
import { smsOf } from './segments.ts'
import { startsAt } from './starts-at.ts'

const LATIN = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl'] as const

describe('the time of a booking in a message', () => {
  test('is local to the time zone of the venue, before and after a clock change', () => {
    expect(startsAt(new Date('2026-10-24T17:30:00Z'), 'Europe/Berlin', 'en')).toBe('Sat, Oct 24, 7:30 PM')
    expect(startsAt(new Date('2026-10-25T18:30:00Z'), 'Europe/Berlin', 'en')).toBe('Sun, Oct 25, 7:30 PM')
    expect(startsAt(new Date('2026-10-25T18:30:00Z'), 'Asia/Tokyo', 'de')).toContain('3:30')
  })

  test('stays within GSM-7 in European languages on any day of the year', () => {
    for (let day = 0; day < 366; day += 1) {
      const at = new Date(Date.UTC(2026, 0, day, 12))
      for (const locale of LATIN) expect(smsOf(startsAt(at, 'UTC', locale)).encoding).toBe('GSM-7')
      for (const locale of localeSchema.options)
        expect(startsAt(at, 'UTC', locale)).not.toMatch(/\s\s|\u202f/u)
    }
  })
})
