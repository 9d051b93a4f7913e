import { quietUntil } from '@usher/contracts/quiet-hours'
import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { heldUntil, holdLimit, reminderTime } from './send-time.ts'

const NIGHT = { start: '21:00', end: '08:00' }
const BERLIN = 'Europe/Berlin'

const clock = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const anyHours = fc.record({ start: clock, end: clock }).filter(({ start, end }) => start !== end)
const anyZone = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo')
const anyTime = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
/** From now to the start of a booking. */
const anyLead = fc.integer({ min: 1, max: 60 * 60 }).map((minutes) => minutes * MINUTE_MS)

const heldAt = (now: string, start: string) =>
  heldUntil(NIGHT, { timezone: BERLIN, limit: holdLimit(new Date(start)) }, new Date(now))?.toISOString()

describe('a message about a booking that is due in quiet hours', () => {
  test('waits for their end if the booking starts three hours after it or later', () => {
    expect(heldAt('2026-11-21T22:00:00Z', '2026-11-22T10:00:00Z')).toBe('2026-11-22T07:00:00.000Z')
  })

  test('goes out at once if the booking starts sooner', () => {
    expect(heldAt('2026-11-21T22:00:00Z', '2026-11-22T09:59:00Z')).toBeUndefined()
  })

  test('goes out outside of them and three hours before the start, or at once if their end is too late', () => {
    fc.assert(
      fc.property(anyHours, anyZone, anyTime, anyLead, (hours, timezone, now, lead) => {
        const start = new Date(now.getTime() + lead)
        const limit = holdLimit(start)
        const until = heldUntil(hours, { timezone, limit }, now)
        const end = quietUntil(hours, timezone, now)
        if (!until) return expect(!end || end > limit).toBe(true)
        expect(quietUntil(hours, timezone, until)).toBeUndefined()
        expect(start.getTime() - until.getTime()).toBeGreaterThanOrEqual(3 * HOUR_MS)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the reminder of a booking', () => {
  const remindedAt = (start: string, hours: typeof NIGHT | null = NIGHT) =>
    reminderTime({ start: new Date(start), time_zone: BERLIN }, hours).toISOString()

  test.each([
    ['a day before without quiet hours', '2026-11-23T06:00:00Z', null, '2026-11-22T06:00:00.000Z'],
    ['a day before by day', '2026-11-23T10:00:00Z', NIGHT, '2026-11-22T10:00:00.000Z'],
    ['in the morning instead of at night', '2026-11-23T06:00:00Z', NIGHT, '2026-11-22T07:00:00.000Z'],
    [
      'half an hour before quiet hours that end too shortly before the start',
      '2026-11-23T10:00:00Z',
      { start: '11:00', end: '10:00' },
      '2026-11-22T09:30:00.000Z',
    ],
  ])('is due %s', (_, start, hours, at) => {
    expect(remindedAt(start, hours)).toBe(at)
  })

  test('is never due in quiet hours, nor later than three hours before the start', () => {
    fc.assert(
      fc.property(anyHours, anyZone, anyTime, (hours, time_zone, start) => {
        const at = reminderTime({ start, time_zone }, hours)
        expect(quietUntil(hours, time_zone, at)).toBeUndefined()
        expect(start.getTime() - at.getTime()).toBeGreaterThanOrEqual(3 * HOUR_MS)
      }),
      { numRuns: 2_000 },
    )
  })
})
