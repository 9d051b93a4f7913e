import type { UsageInterval } from '@usher/contracts'
import { periodOf } from './period.ts'

const NOW = new Date('2026-11-21T12:34:56Z')

const period = (interval: UsageInterval, from?: string, to?: string) => {
  const { granularity, ...times } = periodOf({ interval, from, to }, NOW)
  return [granularity, times.from.toISOString(), times.to.toISOString()]
}

describe('the time that a question about usage is about', () => {
  test('given nothing, then the last 24 hours, in whole intervals', () => {
    expect(period('hour')).toEqual(['hour', '2026-11-20T12:00:00.000Z', '2026-11-21T13:00:00.000Z'])
    expect(period('minute')).toEqual(['minute', '2026-11-20T12:34:00.000Z', '2026-11-21T12:35:00.000Z'])
  })

  test('given a time with an offset, then it is taken as that moment', () => {
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
  ])('given a total from %s, then it is taken from counts by %s', (from, granularity) => {
    expect(period('total', from)[0]).toBe(granularity)
  })

  test('given a total of a day whose minutes are gone, then it is taken from hours', () => {
    expect(period('total', '2026-11-01T00:00:00Z', '2026-11-01T06:00:00Z')[0]).toBe('hour')
  })

  test.each([
    ['minute', '2026-11-20T00:00:00Z', 'at most 24 hours'],
    ['hour', '2026-10-01T00:00:00Z', 'at most 744 hours'],
    ['day', '2023-01-01T00:00:00Z', 'at most 26352 hours'],
    ['total', '2023-01-01T00:00:00Z', 'at most 26352 hours'],
    ['hour', '2026-11-22T00:00:00Z', 'before to'],
  ] as const)('given %s from %s, then it is refused and says why', (interval, from, message) => {
    expect(() => period(interval, from)).toThrow(message)
  })
})
