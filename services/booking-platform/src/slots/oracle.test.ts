import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { scaled } from '@usher/test-kit'
import fc from 'fast-check'
import { IANAZone } from 'luxon'
import type { Entry, SlotSpec } from './busy.ts'
import { judge } from './judge.ts'
import { type Calendar, type ProviderSlot, type Range, sweep } from './sweep.ts'
import { anEntry, slotSpecOf } from './test-values.ts'

const CASES = scaled(2_000)
/** Everything in the cases is at multiples of it, and so are all offsets. */
const GRID = 5 * MINUTE_MS

/** Around days on which the clocks change, and one on which they do not. */
const PLACES = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['Asia/Kathmandu', '2026-06-01'],
] as const

const clock = fc
  .integer({ min: 0, max: 287 })
  .map((n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`)
const windows = fc.array(fc.record({ start: clock, end: clock }), { maxLength: 3 })

const aCase = fc.record({
  place: fc.constantFrom(...PLACES),
  windows,
  nextDay: windows,
  duration: fc.integer({ min: 1, max: 30 }),
  step: fc.integer({ min: 1, max: 24 }),
  before: fc.integer({ min: 0, max: 6 }),
  after: fc.integer({ min: 0, max: 6 }),
  capacity: fc.integer({ min: 1, max: 3 }),
  seats: fc.integer({ min: 1, max: 2 }),
  offset: fc.integer({ min: 0, max: 287 }),
  busy: fc.array(
    fc.record({
      at: fc.integer({ min: -288, max: 576 }),
      minutes: fc.integer({ min: 1, max: 60 }),
      buffer: fc.integer({ min: 0, max: 30 }),
      type: fc.constantFrom('svt', 'other', null),
      isSameLength: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
  off: fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 400 }), length: fc.integer({ min: 1, max: 60 }) }),
    {
      maxLength: 2,
    },
  ),
})

type Case = typeof aCase extends fc.Arbitrary<infer Value> ? Value : never

function calendarOf(given: Case): { calendar: Calendar; range: Range; wanted: SlotSpec } {
  const [time_zone, date] = given.place
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const next = new Date(midnight + DAY_MS).toISOString().slice(0, 10)
  const overrides = [
    { date, windows: given.windows },
    { date: next, windows: given.nextDay },
  ]
  const busy: Entry[] = given.busy.map(({ at, minutes, buffer, type, isSameLength }) =>
    anEntry(midnight + at * GRID, isSameLength ? given.duration * 5 : minutes * 5, { buffer, type }),
  )
  const timeOff = given.off.map(({ at, length }) => ({
    start: midnight + at * GRID,
    end: midnight + (at + length) * GRID,
  }))
  const from = midnight - DAY_MS / 2 + given.offset * GRID
  return {
    calendar: { hours: { time_zone, weekly_hours: [], overrides }, timeOff, busy },
    range: { from, to: from + DAY_MS },
    wanted: {
      ...slotSpecOf(given.duration * 5, given.step * 5),
      bufferBefore: given.before * GRID,
      bufferAfter: given.after * GRID,
      capacity: given.capacity,
      seats: given.seats,
    },
  }
}

const known = new Map<string, number>()

/** Local time, written as if it were UTC. Asking for an offset is slow, and the cases ask for few moments. */
function localTime(zone: string, at: number): number {
  const key = `${zone} ${at}`
  const offset = known.get(key) ?? IANAZone.create(zone).offset(at) * MINUTE_MS
  known.set(key, offset)
  return at + offset
}

/** The instant of a local time, by trying: the first one that reads so, else the first that reads later. */
function instantIn(zone: string, wall: number): number {
  for (let at = wall - 15 * 60 * MINUTE_MS; ; at += GRID) {
    if (localTime(zone, at) >= wall) return at
  }
}

/** Every moment on the grid is asked for everything, one after the other. */
function oracle({ hours, timeOff, busy }: Calendar, range: Range, wanted: SlotSpec): ProviderSlot[] {
  const zone = hours.time_zone
  const open = hours.overrides.flatMap(({ date, windows: ofDay }) =>
    ofDay.map(({ start, end }) => {
      const wall = Date.parse(`${date}T${start}:00Z`)
      const until = Date.parse(`${date}T${end}:00Z`) + (end > start ? 0 : DAY_MS)
      return { wall, from: instantIn(zone, wall), to: instantIn(zone, until) }
    }),
  )
  const isOpen = (at: number) => open.some(({ from, to }) => from <= at && at < to)
  const isAllowed = (at: number) => {
    for (let moment = at; moment < at + wanted.duration; moment += GRID) {
      if (!isOpen(moment)) return false
    }
    const local = localTime(zone, at)
    return open.some(
      ({ wall, from, to }) =>
        local >= wall && from <= at && at < to && Number.isInteger((local - wall) / wanted.step),
    )
  }
  const slots: ProviderSlot[] = []
  for (let at = range.from; at < range.to; at += GRID) {
    const end = at + wanted.duration
    if (timeOff.some((off) => off.start < end && off.end > at)) continue
    const isJoined = (entry: Entry) => entry.type === wanted.type && entry.start === at && entry.end === end
    const gap = (entry: Entry) => (entry.start >= end ? entry.start - end : at - entry.end)
    const needed = (entry: Entry) =>
      entry.start >= end
        ? Math.max(wanted.bufferAfter, entry.start - entry.bufferedStart)
        : Math.max(wanted.bufferBefore, entry.bufferedEnd - entry.end)
    const others = busy.filter((entry) => !isJoined(entry))
    if (others.some((entry) => gap(entry) < needed(entry))) continue
    const seatsLeft = wanted.capacity - busy.filter(isJoined).length
    if (seatsLeft >= wanted.seats && isAllowed(at)) slots.push({ start: at, seatsLeft })
  }
  return slots
}

describe('slots for random windows, zones, buffers, seats and busy times', () => {
  test(`match a slow reference search in ${CASES} cases`, () => {
    fc.assert(
      fc.property(aCase, (given) => {
        const { calendar, range, wanted } = calendarOf(given)
        expect(sweep(calendar, range, wanted)).toEqual(oracle(calendar, range, wanted))
      }),
      { numRuns: CASES },
    )
  })

  test('a start is judged bookable exactly when it is among the slots', () => {
    const everything = { earliest: Number.NEGATIVE_INFINITY, latest: Number.POSITIVE_INFINITY }
    fc.assert(
      fc.property(aCase, fc.integer({ min: 0, max: 287 }), (given, at) => {
        const { calendar, range, wanted } = calendarOf(given)
        const start = range.from + at * GRID
        const slot = sweep(calendar, range, wanted).find((found) => found.start === start)
        const { rules, seatsLeft } = judge(calendar, start, wanted, everything)
        expect({ isFree: rules.length === 0, seatsLeft }).toEqual({
          isFree: slot !== undefined,
          seatsLeft: slot?.seatsLeft ?? 0,
        })
      }),
      { numRuns: CASES / 10 },
    )
  })
})
