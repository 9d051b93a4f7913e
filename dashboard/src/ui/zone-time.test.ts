import { dayIn, instantOf, minuteIn, partOn, spanOf, todayIn, weekOf } from './zone-time.ts'

describe('given times in a zone', () => {
  test('when it is another date there, then that date counts', () => {
    expect(dayIn('2026-12-24T23:30:00Z', 'Asia/Tokyo')).toBe('2026-12-25')
    expect(minuteIn('2026-12-24T23:30:00Z', 'Asia/Tokyo')).toBe(8 * 60 + 30)
    expect(todayIn('America/Los_Angeles', Date.parse('2026-12-25T03:00:00Z'))).toBe('2026-12-24')
  })

  test('when the clock changed in the night, then the local clock still counts', () => {
    expect(instantOf('2026-03-29', 9 * 60, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z')
    expect(instantOf('2026-03-28', 9 * 60, 'Europe/Berlin')).toBe('2026-03-28T08:00:00.000Z')
    expect(instantOf('2026-03-29', 2 * 60 + 30, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  })

  test('when a minute is outside of the day, then the nearest within it is taken', () => {
    expect(instantOf('2026-12-24', -20, 'UTC')).toBe('2026-12-24T00:00:00.000Z')
    expect(instantOf('2026-12-24', 2000, 'UTC')).toBe('2026-12-24T23:59:00.000Z')
  })

  test('when a week is asked for, then it begins on Monday, and its span holds it in every zone', () => {
    const days = weekOf('2026-12-27')
    expect(days).toEqual(weekOf('2026-12-21'))
    expect([days[0], days[6]]).toEqual(['2026-12-21', '2026-12-27'])
    const { from, to } = spanOf('2026-12-21', '2026-12-27')
    expect(dayIn(from, 'Pacific/Kiritimati') <= '2026-12-20').toBe(true)
    expect(dayIn(to, 'Etc/GMT+12')).toBe('2026-12-28')
  })
})

describe('given something over midnight', () => {
  const night = { start: '2026-12-24T21:00:00Z', end: '2026-12-25T01:30:00Z', timezone: 'Europe/Berlin' }

  test('when it is asked for by day, then each of the two has its part', () => {
    expect(partOn('2026-12-24', night)).toEqual({ from: 22 * 60, to: 24 * 60 })
    expect(partOn('2026-12-25', night)).toEqual({ from: 0, to: 2 * 60 + 30 })
    expect([partOn('2026-12-23', night), partOn('2026-12-26', night)]).toEqual([undefined, undefined])
  })

  test('when it ends at midnight, then the next day has none of it', () => {
    const evening = { ...night, end: '2026-12-24T23:00:00Z' }
    expect(partOn('2026-12-24', evening)).toEqual({ from: 22 * 60, to: 24 * 60 })
    expect(partOn('2026-12-25', evening)).toBeUndefined()
  })
})
