import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, SlotSpec } from './busy.ts'
import { judge } from './judge.ts'
import { sweep } from './sweep.ts'
import { anEntry, slotSpecOf } from './test-values.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

type Window = readonly [start: string, end: string]

const calendarOf = (time_zone: string, windows: readonly Window[], busy: readonly Entry[] = []) => ({
  hours: {
    time_zone,
    weekly_hours: DAYS.flatMap((day) => windows.map(([start, end]) => ({ day, start, end }))),
    overrides: [],
  },
  timeOff: [],
  busy,
})

const FULL_DAY: readonly Window[] = [['00:00', '00:00']]

/** Starts on one local date of somebody who works on that date alone. */
function startsOn(date: string, time_zone: string, windows: readonly Window[], wanted: SlotSpec): number[] {
  const hours = {
    time_zone,
    weekly_hours: [],
    overrides: [{ date, windows: windows.map(([start, end]) => ({ start, end })) }],
  }
  const middle = Date.parse(`${date}T12:00:00Z`)
  const range = { from: middle - 2 * 1440 * MINUTE_MS, to: middle + 2 * 1440 * MINUTE_MS }
  return sweep({ hours, timeOff: [], busy: [] }, range, wanted).map(({ start }) => start)
}

const iso = (at: number | undefined) => new Date(at ?? Number.NaN).toISOString()

describe('slots on days when the clocks change', () => {
  test.each([
    ['America/New_York', '2026-03-08', 46],
    ['America/New_York', '2026-11-01', 50],
    ['Europe/Berlin', '2026-03-29', 46],
    ['Europe/Berlin', '2026-10-25', 50],
    ['Australia/Lord_Howe', '2026-10-04', 47],
    ['Australia/Lord_Howe', '2026-04-05', 49],
    ['Asia/Kathmandu', '2026-06-01', 48],
    ['Africa/Cairo', '2026-04-24', 46],
    ['Asia/Beirut', '2026-03-29', 46],
    ['America/Santiago', '2026-09-06', 46],
  ])('in %s, %s has %i half hours when it is open all day', (zone, date, count) => {
    expect(startsOn(date, zone, FULL_DAY, slotSpecOf(30))).toHaveLength(count)
  })

  test.each([
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ])('in %s, which has no midnight on that day, %s starts at 01:00', (zone, date, first) => {
    expect(iso(startsOn(date, zone, FULL_DAY, slotSpecOf(30))[0])).toBe(first)
  })

  test('skipped local times have no slots, and the others keep their times', () => {
    const starts = startsOn('2026-03-29', 'Europe/Berlin', [['01:15', '05:00']], slotSpecOf(45))
    // 01:15, (02:00 and 02:45 do not exist,) 03:30, 04:15 local time.
    expect(starts.map(iso)).toEqual([
      '2026-03-29T00:15:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-03-29T02:15:00.000Z',
    ])
  })

  test('each time of a repeated hour has two slots', () => {
    const starts = startsOn('2026-10-25', 'Europe/Berlin', [['02:00', '03:00']], slotSpecOf(30))
    expect(starts.map(iso)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
  })

  test('the minimum notice counts elapsed minutes across the clock change', () => {
    const calendar = calendarOf('America/New_York', FULL_DAY)
    const now = Date.parse('2026-03-08T05:00:00Z')
    const bounds = { earliest: now + 180 * MINUTE_MS, latest: now + 90 * 1440 * MINUTE_MS }
    const rulesAt = (at: string) => judge(calendar, Date.parse(at), slotSpecOf(30), bounds).rules
    expect(rulesAt('2026-03-08T07:30:00Z')).toEqual(['too_soon'])
    expect(rulesAt('2026-03-08T08:00:00Z')).toEqual([])
  })
})

describe('working hours over midnight and with dates', () => {
  test('a window from 22:00 to 02:00 has its slots on both sides of midnight', () => {
    const starts = startsOn('2026-06-01', 'Europe/Berlin', [['22:00', '02:00']], slotSpecOf(60))
    expect(starts.map(iso)).toEqual([
      '2026-06-01T20:00:00.000Z',
      '2026-06-01T21:00:00.000Z',
      '2026-06-01T22:00:00.000Z',
      '2026-06-01T23:00:00.000Z',
    ])
  })

  test('bookings may lie across windows that touch, also at midnight', () => {
    const startsOfDay = (windows: readonly Window[]) => {
      const day = { from: Date.parse('2026-06-01T00:00:00Z'), to: Date.parse('2026-06-02T00:00:00Z') }
      return sweep(calendarOf('UTC', windows), day, slotSpecOf(90, 30)).map(({ start }) => start)
    }
    expect(startsOfDay(FULL_DAY)).toHaveLength(48)
    expect(
      startsOfDay([
        ['00:00', '12:00'],
        ['12:00', '00:00'],
      ]),
    ).toHaveLength(48)
    expect(
      startsOfDay([
        ['00:00', '12:00'],
        ['12:30', '00:00'],
      ]),
    ).toHaveLength(45)
  })

  test('a window with effective dates has slots only on those dates', () => {
    const weekly_hours = [
      { ...{ day: 'monday' as const, start: '09:00', end: '10:00' }, effective_from: '2026-06-08' },
      { ...{ day: 'monday' as const, start: '11:00', end: '12:00' }, effective_to: '2026-06-01' },
    ]
    const hours = { time_zone: 'UTC', weekly_hours, overrides: [] }
    const range = { from: Date.parse('2026-06-01'), to: Date.parse('2026-06-16') }
    const slots = sweep({ hours, timeOff: [], busy: [] }, range, slotSpecOf(60))
    expect(slots.map(({ start }) => iso(start))).toEqual([
      '2026-06-01T11:00:00.000Z',
      '2026-06-08T09:00:00.000Z',
      '2026-06-15T09:00:00.000Z',
    ])
  })
})

describe('a booking from 10:00 to 10:30 without buffers', () => {
  const calendar = calendarOf('UTC', [['08:00', '18:00']], [anEntry('2026-06-01T10:00:00Z', 30)])
  const bounds = { earliest: 0, latest: Number.POSITIVE_INFINITY }

  test.each([
    ['09:30', []],
    ['09:35', ['booked']],
    ['10:25', ['booked']],
    ['10:30', []],
  ])('half an hour from %s breaks the rules %j', (time, rules) => {
    const start = Date.parse(`2026-06-01T${time}:00Z`)
    expect(judge(calendar, start, slotSpecOf(30, 5), bounds).rules).toEqual(rules)
  })
})

describe('a booking from 10:00 to 10:30 with ten minutes of buffer on each side', () => {
  const buffers = { bufferBefore: 10 * MINUTE_MS, bufferAfter: 10 * MINUTE_MS }
  const wanted = { ...slotSpecOf(30, 5), ...buffers }
  const busy = [anEntry('2026-06-01T10:00:00Z', 30, { buffer: 10 })]
  const calendar = calendarOf('UTC', [['08:00', '18:00']], busy)
  const bounds = { earliest: 0, latest: Number.POSITIVE_INFINITY }

  test.each([
    ['10:35', ['buffer']],
    ['10:40', []],
    ['09:25', ['buffer']],
    ['09:20', []],
    ['10:15', ['booked']],
    ['10:42', ['off_grid']],
    ['17:45', ['outside_hours']],
  ])('half an hour from %s, with buffers, breaks the rules %j', (time, rules) => {
    expect(judge(calendar, Date.parse(`2026-06-01T${time}:00Z`), wanted, bounds).rules).toEqual(rules)
  })

  test('a group session with seats left can be joined at its own time and at no other near it', () => {
    const group = { ...wanted, capacity: 3, seats: 2 }
    const at = (time: string) => judge(calendar, Date.parse(`2026-06-01T${time}:00Z`), group, bounds)
    expect(at('10:00')).toEqual({ rules: [], seatsLeft: 2 })
    expect(at('10:05').rules).toEqual(['booked'])
    const three = judge(calendar, Date.parse('2026-06-01T10:00:00Z'), { ...group, seats: 3 }, bounds)
    expect(three.rules).toEqual(['seats'])
  })
})
