import { hourOfWeek, isOpenAt, minutesUntilClosing, nextOpening } from './opening-hours.ts'

const office = [{ day: 'monday', start: '09:00', end: '17:00' }] as const
const bar = [{ day: 'saturday', start: '18:00', end: '02:00' }] as const

describe('opening hours', () => {
  test.each([
    ['no hours: always open', null, 'UTC', '2026-03-02T03:00:00Z', true],
    ['no window: never open', [], 'UTC', '2026-03-02T12:00:00Z', false],
    ['the minute it opens', office, 'UTC', '2026-03-02T09:00:00Z', true],
    ['the minute before', office, 'UTC', '2026-03-02T08:59:59Z', false],
    ['the minute it closes', office, 'UTC', '2026-03-02T17:00:00Z', false],
    ['another day', office, 'UTC', '2026-03-03T12:00:00Z', false],
    [
      'the zone decides: 14:00 UTC is 09:00 in New York',
      office,
      'America/New_York',
      '2026-03-02T14:00:00Z',
      true,
    ],
    [
      'after the clocks went forward it is 13:00 UTC',
      office,
      'America/New_York',
      '2026-03-09T13:00:00Z',
      true,
    ],
    ['before midnight', bar, 'Europe/Madrid', '2026-03-07T22:30:00Z', true],
    ['after midnight, on Sunday', bar, 'Europe/Madrid', '2026-03-08T00:30:00Z', true],
    ['when the night is over', bar, 'Europe/Madrid', '2026-03-08T01:00:00Z', false],
    ['not the night before', bar, 'Europe/Madrid', '2026-03-07T00:30:00Z', false],
  ])('decides whether the queue is open: %s', (_what, windows, zone, at, expected) => {
    const times = { opening_hours: windows && [...windows], opening_exceptions: [], timezone: zone }
    expect(isOpenAt(times, new Date(at))).toBe(expected)
  })
})

describe('dates with exceptional hours', () => {
  const closedOn = (date: string) => ({ date, windows: [] })
  const nightOf = (date: string) => ({ date, windows: [{ start: '20:00', end: '04:00' }] })
  test.each([
    [
      'a holiday on a day that is open',
      office,
      [closedOn('2026-03-02')],
      'UTC',
      '2026-03-02T12:00:00Z',
      false,
    ],
    ['the week after', office, [closedOn('2026-03-02')], 'UTC', '2026-03-09T12:00:00Z', true],
    [
      'a holiday of a queue that is always open',
      null,
      [closedOn('2026-03-02')],
      'UTC',
      '2026-03-02T00:00:00Z',
      false,
    ],
    ['the day after it', null, [closedOn('2026-03-02')], 'UTC', '2026-03-03T00:00:00Z', true],
    [
      'the day of the queue, not of the server',
      office,
      [closedOn('2026-03-02')],
      'Pacific/Auckland',
      '2026-03-01T21:00:00Z',
      false,
    ],
    [
      'a long night that goes on into the next date',
      bar,
      [nightOf('2026-03-07')],
      'Europe/Madrid',
      '2026-03-08T02:30:00Z',
      true,
    ],
    [
      'the night of the usual hours before a holiday',
      bar,
      [closedOn('2026-03-08')],
      'Europe/Madrid',
      '2026-03-08T00:30:00Z',
      true,
    ],
    [
      'the hour that the clocks skip',
      null,
      [nightOf('2026-03-28')],
      'Europe/Madrid',
      '2026-03-29T01:30:00Z',
      true,
    ],
    [
      'the hour that they repeat, the second time',
      bar,
      [nightOf('2026-10-24')],
      'Europe/Madrid',
      '2026-10-25T01:30:00Z',
      true,
    ],
  ])(
    'decides whether the queue is open with exceptional hours: %s',
    (_what, opening_hours, opening_exceptions, timezone, at, expected) => {
      const times = { opening_hours: opening_hours && [...opening_hours], opening_exceptions, timezone }
      expect(isOpenAt(times, new Date(at))).toBe(expected)
    },
  )
})

describe('opening hours with a closing time', () => {
  const split = [
    { day: 'monday', start: '09:00', end: '12:00' },
    { day: 'monday', start: '12:00', end: '00:00' },
    { day: 'tuesday', start: '00:00', end: '01:00' },
  ] as const

  test.each([
    ['no hours', null, 'UTC', '2026-03-02T12:00:00Z', Infinity],
    ['closed already', office, 'UTC', '2026-03-02T17:00:00Z', Infinity],
    ['an hour and a half before', office, 'UTC', '2026-03-02T15:30:00Z', 90],
    ['before midnight, until after it', bar, 'Europe/Madrid', '2026-03-07T22:30:00Z', 150],
    ['windows that follow each other', split, 'UTC', '2026-03-02T11:00:00Z', 14 * 60],
    ['a closing in the hour that is skipped', bar, 'Europe/Madrid', '2026-03-28T22:00:00Z', 180],
  ])('counts the minutes until closing: %s', (_what, windows, zone, at, expected) => {
    const times = { opening_hours: windows && [...windows], opening_exceptions: [], timezone: zone }
    expect(minutesUntilClosing(times, new Date(at))).toBe(expected)
  })

  test.each([
    ['a day that closes early', office, '2026-03-02', [{ start: '09:00', end: '13:00' }], 60],
    ['a holiday tomorrow of a queue always open', null, '2026-03-03', [], 12 * 60],
    [
      'a night into a date with hours of its own',
      null,
      '2026-03-03',
      [{ start: '00:00', end: '02:00' }],
      840,
    ],
  ])(
    'counts the minutes until closing with exceptional hours: %s',
    (_what, windows, date, exception, expected) => {
      const times = {
        opening_hours: windows && [...windows],
        opening_exceptions: [{ date, windows: exception }],
        timezone: 'UTC',
      }
      expect(minutesUntilClosing(times, new Date('2026-03-02T12:00:00Z'))).toBe(expected)
    },
  )

  test.each([
    ['later today', office, '2026-03-02T08:00:00Z', '2026-03-02T09:00:00.000Z'],
    ['in a week', office, '2026-03-02T17:00:00Z', '2026-03-09T09:00:00.000Z'],
    ['not while it is open', office, '2026-03-02T12:00:00Z', undefined],
    ['never', [], '2026-03-02T12:00:00Z', undefined],
  ])('say when a closed queue opens: %s', (_when, opening_hours, at, expected) => {
    const times = { opening_hours, opening_exceptions: [], timezone: 'UTC' }
    expect(nextOpening(times, new Date(at))?.toISOString()).toBe(expected)
  })

  test('say that a queue opens after a holiday', () => {
    const times = {
      opening_hours: null,
      opening_exceptions: [{ date: '2026-12-25', windows: [] }],
      timezone: 'Europe/Berlin',
    }
    expect(nextOpening(times, new Date('2026-12-25T12:00:00Z'))?.toISOString()).toBe(
      '2026-12-25T23:00:00.000Z',
    )
  })

  test('takes the hour of the week in the time zone of the queue', () => {
    expect(hourOfWeek('UTC', new Date('2026-03-02T00:30:00Z'))).toBe(0)
    expect(hourOfWeek('America/New_York', new Date('2026-03-02T00:30:00Z'))).toBe(163)
  })
})

describe('in the night when the clocks go back', () => {
  const night = (start: string, end: string) => ({
    opening_hours: [{ day: 'sunday' as const, start, end }],
    opening_exceptions: [],
    timezone: 'Europe/Berlin',
  })
  // In Berlin, 02:00 to 03:00 comes twice: from 00:00 and from 01:00 UTC.
  const openMinutes = (start: string, end: string) => {
    const first = Date.parse('2026-10-24T22:00:00Z')
    const minutes = Array.from({ length: 8 * 60 }, (_, minute) => new Date(first + minute * 60_000))
    const open = minutes.filter((at) => isOpenAt(night(start, end), at))
    return [open.at(0), open.at(-1)].map((at) => at?.toISOString().slice(11, 16)).concat(String(open.length))
  }

  test.each([
    ['01:00', '02:30', ['23:00', '00:29', '90']],
    ['02:15', '02:45', ['00:15', '00:44', '30']],
    ['02:30', '05:00', ['00:30', '03:59', '210']],
    ['01:00', '03:00', ['23:00', '01:59', '180']],
  ])('a queue with the hours %s to %s opens once', (start, end, expected) => {
    expect(openMinutes(start, end)).toEqual(expected)
  })

  test('a queue closes when its end comes first', () => {
    expect(minutesUntilClosing(night('01:00', '02:30'), new Date('2026-10-24T23:00:00Z'))).toBe(90)
  })
})
