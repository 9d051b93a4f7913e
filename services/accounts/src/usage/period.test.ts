import type { UsageInterval } from '@usher/contracts'
import { periodOf } from './period.ts'

const NOW = new Date('2026-11-21T12:34:56Z')

const period = (interval: UsageInterval, from?: string, to?: string) => {
  const { granularity, ...times } = periodOf({ interval, from, to }, NOW)
  return [granularity, times.from.toISOString(), times.to.toISOString()]
}

describe('the time that a question about usage is about', () => {
  test('defaults to the last 24 hours, widened to whole intervals', () => {
    expect(period('hour')).toEqual(['hour', '2026-11-20T12:00:00.000Z', '2026-11-21T13:00:00.000Z'])
    expect(period('minute')).toEqual(['minute', '2026-11-20T12:34:00.000Z', '2026-11-21T12:35:00.000Z'])
  })

  test('converts a time with an offset to UTC', () => {
    expect(period('day', '2026-11-01T01:00:00+02:00', '2026-11-02T00:00:00Z')).toEqual([
      'day',
      '2026-10-31T00:00:00.000Z',
      '2026-11-02T00:00:00.000Z',
    ])
  })

  test.each([
    ['2026-11-21T00:00:00Z', 'minute'],
    ['2026-11-10T00:00:00Z', 'hour'],
    ['2026-01-01T00:00:00Z', 'day'],
  ])('a total from %s uses counts by %s', (from, granularity) => {
    expect(period('total', from)[0]).toBe(granularity)
  })

  test('a total within a day whose counts by minute are gone uses counts by hour', () => {
    expect(period('total', '2026-11-01T00:00:00Z', '2026-11-01T06:00:00Z')[0]).toBe('hour')
  })

  test.each([
    ['minute', '2026-11-20T00:00:00Z', 'at most 24 hours'],
    ['hour', '2026-10-01T00:00:00Z', 'at most 744 hours'],
    ['day', '2023-01-01T00:00:00Z', 'at most 26352 hours'],
    ['total', '2023-01-01T00:00:00Z', 'at most 26352 hours'],
    ['hour', '2026-11-22T00:00:00Z', 'before to'],
  ] as const)('refuses the interval %s from %s and says why', (interval, from, message) => {
    expect(() => period(interval, from)).toThrow(message)
  })
})
