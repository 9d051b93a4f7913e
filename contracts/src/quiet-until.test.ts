import fc from 'fast-check'
import { quietSince, quietUntil } from './quiet-until.ts'

const NIGHT = { start: '22:00', end: '08:00' }
const BERLIN = 'Europe/Berlin'

const untilIn = (hours: typeof NIGHT, zone: string, at: string) =>
  quietUntil(hours, zone, new Date(at))?.toISOString()

describe('quiet hours', () => {
  test.each([
    ['before they begin', '2026-11-21T20:59:59Z', undefined],
    ['as they begin', '2026-11-21T21:00:00Z', '2026-11-22T07:00:00.000Z'],
    ['after midnight', '2026-11-22T02:30:00Z', '2026-11-22T07:00:00.000Z'],
    ['as they end', '2026-11-22T07:00:00Z', undefined],
    ['in the night in which clocks are set forward', '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['in the night in which clocks are set back', '2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('a Berlin night from 22:00 to 08:00, %s, gives the right end', (_, at, end) => {
    expect(untilIn(NIGHT, BERLIN, at)).toBe(end)
  })

  test('hours within one day end on that day, and the end itself is not quiet', () => {
    const noon = { start: '12:00', end: '14:00' }
    const ends = ['11:59', '12:00', '13:59', '14:00'].map((time) =>
      untilIn(noon, 'UTC', `2026-11-21T${time}:00Z`),
    )
    const end = '2026-11-21T14:00:00.000Z'
    expect(ends).toEqual([undefined, end, end, undefined])
  })

  test('end at the right moment when the clock change skips or repeats the end', () => {
    const early = { start: '22:00', end: '02:30' }
    expect(untilIn(early, BERLIN, '2026-03-29T00:30:00Z')).toBe('2026-03-29T01:30:00.000Z')
    expect(untilIn(early, BERLIN, '2026-10-25T00:15:00Z')).toBe('2026-10-25T00:30:00.000Z')
    expect(untilIn(early, BERLIN, '2026-10-25T01:15:00Z')).toBe('2026-10-25T01:30:00.000Z')
    const nearlyAlways = { start: '02:30', end: '02:00' }
    expect(untilIn(nearlyAlways, BERLIN, '2026-03-28T22:00:00Z')).toBe('2026-03-30T00:00:00.000Z')
  })

  test('began at their start on the local clock, also the evening before', () => {
    const since = (at: string) => quietSince(NIGHT, BERLIN, new Date(at))?.toISOString()
    expect(since('2026-11-21T21:00:00Z')).toBe('2026-11-21T21:00:00.000Z')
    expect(since('2026-11-22T06:59:00Z')).toBe('2026-11-21T21:00:00.000Z')
    expect(since('2026-03-29T05:00:00Z')).toBe('2026-03-28T21:00:00.000Z')
  })

  test('the end is at most 49 hours away and not quiet, for any hours, time zone and moment', () => {
    const time = fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
    const zones = ['UTC', BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo']
    fc.assert(
      fc.property(
        fc.record({ start: time, end: time }).filter(({ start, end }) => start !== end),
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        (hours, zone, at) => {
          const end = quietUntil(hours, zone, at)
          if (!end) return
          expect(end.getTime()).toBeGreaterThan(at.getTime())
          expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(49 * 3_600_000)
          expect(quietUntil(hours, zone, end)).toBeUndefined()
          const begun = quietSince(hours, zone, at) ?? end
          expect(begun.getTime()).toBeLessThanOrEqual(at.getTime())
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
