import { boundsOf } from './question.ts'

describe('the horizon', () => {
  test.each([
    ['UTC', '2026-06-01T00:00:00Z', '2026-06-02T23:59:59.999Z'],
    ['UTC', '2026-06-01T23:59:00Z', '2026-06-02T23:59:59.999Z'],
    ['America/New_York', '2026-06-02T03:59:00Z', '2026-06-03T03:59:59.999Z'],
    // Clocks go forward and back on the day after.
    ['America/New_York', '2026-03-08T04:30:00Z', '2026-03-09T03:59:59.999Z'],
    ['America/New_York', '2026-11-01T03:30:00Z', '2026-11-02T04:59:59.999Z'],
    // The day after has no midnight.
    ['America/Santiago', '2026-09-05T12:00:00Z', '2026-09-07T02:59:59.999Z'],
  ])('of one day in %s, at %s, is the end of tomorrow', (zone, now, latest) => {
    const type = { min_notice_minutes: 0, horizon_days: 1 }
    expect(new Date(boundsOf(type, new Date(now), zone).latest).toISOString()).toBe(latest)
  })
})
