import { dayIn, instantOf, minuteIn, partOn, spanOf, todayIn, weekOf } from './zone-time.ts'

describe('times in a time zone', () => {
  test('fall on the date in that zone', () => {
    expect(dayIn('2026-12-24T23:30:00Z', 'Asia/Tokyo')).toBe('2026-12-25')
    expect(minuteIn('2026-12-24T23:30:00Z', 'Asia/Tokyo')).toBe(8 * 60 + 30)
    expect(todayIn('America/Los_Angeles', Date.parse('2026-12-25T03:00:00Z'))).toBe('2026-12-24')
  })

  test('follow the local clock on a day when clocks change', () => {
    expect(instantOf('2026-03-29', 9 * 60, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z')
    expect(instantOf('2026-03-28', 9 * 60, 'Europe/Berlin')).toBe('2026-03-28T08:00:00.000Z')
    expect(instantOf('2026-03-29', 2 * 60 + 30, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  test('outside of the day are moved to the nearest minute within it', () => {
    expect(instantOf('2026-12-24', -20, 'UTC')).toBe('2026-12-24T00:00:00.000Z')
    expect(instantOf('2026-12-24', 2000, 'UTC')).toBe('2026-12-24T23:59:00.000Z')
  })

  test('of a week start on Monday, in a span that covers the week in every zone', () => {
    const days = weekOf('2026-12-27')
    expect(days).toEqual(weekOf('2026-12-21'))
    expect([days[0], days[6]]).toEqual(['2026-12-21', '2026-12-27'])
    const { from, to } = spanOf('2026-12-21', '2026-12-27')
    expect(dayIn(from, 'Pacific/Kiritimati') <= '2026-12-20').toBe(true)
    expect(dayIn(to, 'Etc/GMT+12')).toBe('2026-12-28')
  })
})

describe('a booking over midnight', () => {
  const night = { start: '2026-12-24T21:00:00Z', end: '2026-12-25T01:30:00Z', timezone: 'Europe/Berlin' }

  test('has a part on each of its two days', () => {
    expect(partOn('2026-12-24', night)).toEqual({ from: 22 * 60, to: 24 * 60 })
    expect(partOn('2026-12-25', night)).toEqual({ from: 0, to: 2 * 60 + 30 })
    expect([partOn('2026-12-23', night), partOn('2026-12-26', night)]).toEqual([undefined, undefined])
  })

  test('has no part on the next day when it ends at midnight', () => {
    const evening = { ...night, end: '2026-12-24T23:00:00Z' }
    expect(partOn('2026-12-24', evening)).toEqual({ from: 22 * 60, to: 24 * 60 })
    expect(partOn('2026-12-25', evening)).toBeUndefined()
  })
})
