import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DateTime } from 'luxon'
import packed from 'moment-timezone/data/packed/latest.json' with { type: 'json' }
import { zoneOf } from './luxon-zone.ts'
import { timezone } from './place.ts'
import { findZone, localDate, localTime, ZONE_PUBLISHED, ZONE_VERSION } from './zones.ts'

const offsetsOf = (zone: string, ...times: string[]) =>
  times.map((at) => zoneOf(zone).formatOffset(Date.parse(at), 'short'))

describe('the time zone data', () => {
  test.each([
    ['America/Winnipeg', '2026-07-01T12:00:00Z', '2026-12-01T12:00:00Z', '-05:00', '-05:00'],
    ['America/Havana', '2026-07-01T12:00:00Z', '2026-12-01T12:00:00Z', '-04:00', '-04:00'],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', '2026-10-25T01:00:00Z', '+02:00', '+01:00'],
    ['Asia/Kathmandu', '1985-12-31T18:29:59Z', '1985-12-31T18:30:00Z', '+05:30', '+05:45'],
    ['Australia/Lord_Howe', '2027-01-01T00:00:00Z', '2027-07-01T00:00:00Z', '+11:00', '+10:30'],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '-10:00', '+14:00'],
    ['UTC', '2026-12-01T12:00:00Z', '2040-12-01T12:00:00Z', '+00:00', '+00:00'],
    ['-03:30', '2026-12-01T12:00:00Z', '2040-12-01T12:00:00Z', '-03:30', '-03:30'],
  ])('%s at %s and %s has %s and %s', (zone, before, after, ...offsets) => {
    expect(offsetsOf(zone, before, after)).toEqual(offsets)
  })

  test('accepts zone names in any case and stores them in the case of the database', () => {
    const written = [' europe/BERLIN ', 'america/ciudad_juarez', 'us/pacific', '+0530', '-03', 'Etc/GMT+5']
    const stored = ['Europe/Berlin', 'America/Ciudad_Juarez', 'US/Pacific', '+05:30', '-03:00', 'Etc/GMT+5']
    expect(written.map((name) => timezone.parse(name))).toEqual(stored)
    const rows = [
      ...packed.zones.map((row) => row.split('|')[0]),
      ...packed.links.map((link) => link.split('|')[1]),
    ]
    expect(rows.every((name = '') => findZone(name)?.name === name)).toBe(true)
  })

  test.each(['', 'Mars/Olympus', 'constructor', '+24:00', '+01:60', 'GMT+2', 'Z', 'Europe/'])(
    '%j is not a zone',
    (name) => {
      expect([findZone(name), timezone.safeParse(name).success]).toEqual([undefined, false])
    },
  )

  test('gives the local time and date of an instant in a zone', () => {
    expect(localTime('2026-12-01T12:00:00Z', 'Asia/Tokyo').toISOString()).toBe('2026-12-01T21:00:00.000Z')
    expect(localDate('2026-12-01T23:00:00Z', 'Asia/Tokyo')).toBe('2026-12-02')
  })

  test('is what Luxon computes and formats times with', () => {
    const time = DateTime.fromISO('2026-10-31T09:00', { zone: zoneOf('america/havana') })
    expect([time.plus({ days: 7 }).toISO(), time.setLocale('en').toFormat('HH:mm z ZZZZ')]).toEqual([
      '2026-11-07T09:00:00.000-04:00',
      '09:00 America/Havana UTC-4',
    ])
    expect(
      time.toLocaleString({ ...DateTime.DATETIME_MED, timeZoneName: 'short' }, { locale: 'en' }),
    ).toMatch(/9:00\sAM UTC-4/)
  })

  test('has the publication date of its release', () => {
    const changes = createRequire(import.meta.url).resolve('moment-timezone/changelog.md')
    const [, date] = /_([\d-]+)_\n.*`(\d{4}\w+)`/.exec(readFileSync(changes, 'utf8')) ?? []
    expect([ZONE_PUBLISHED, readFileSync(changes, 'utf8').includes(ZONE_VERSION)]).toEqual([date, true])
  })
})
