import { MINUTE_MS } from '@usher/service-kit/durations'
import type { LineNow } from './fair-line.ts'
import { predictLine } from './predict-line.ts'
import { booking, lineOf, NOW, rules, service, walkIn } from './testing/line.ts'

/** Ids with the minutes until their median start, and why. */
const predicted = (line: LineNow) =>
  predictLine(line, rules).map(
    ({ id, p50, why }) => `${id} ${Math.round((p50 - NOW) / MINUTE_MS)} ${why.join(', ')}`,
  )

describe('one lane with services of ten minutes', () => {
  const ten = service(10)

  test('predicts a booking at its booked time, with the walk-ins behind it later', () => {
    const line = lineOf([
      walkIn('a', -9, 0, ten),
      walkIn('b', -5, 1, ten),
      booking('c', 10, null, undefined, ten),
      walkIn('d', -1, 2, ten),
    ])
    const sure = { ...line, entries: line.entries.map((one) => ({ ...one, showRate: 1 })) }
    expect(predicted(sure)).toEqual([
      'a 0 arrival',
      'c 10 not_here_yet, booking_due',
      'b 20 arrival',
      'd 30 arrival',
    ])
  })

  test('does not delay walk-ins for a booking that is unlikely to come', () => {
    const line = lineOf([walkIn('a', -9, 0, ten), walkIn('b', -5, 1, ten), booking('c', 10, null)])
    const unlikely = line.entries.map((one) => (one.id === 'c' ? { ...one, showRate: 0.4 } : one))
    expect(predicted({ ...line, entries: unlikely })).toContain('b 10 arrival')
  })

  test('gives came_late and waits_for_time as reasons for late and early bookings', () => {
    const late = booking('a', -30, -10, 0, ten)
    expect(predicted(lineOf([late, booking('b', 10, -5, 1, ten)]))).toEqual([
      'a 0 came_late, arrival',
      'b 10 waits_for_time, booking_due',
    ])
  })

  test('predicts the first start when the busy lane becomes free', () => {
    expect(predicted(lineOf([walkIn('a', -9, 0, ten), walkIn('b', -5, 1, ten)], [7]))).toEqual([
      'a 7 arrival',
      'b 17 arrival',
    ])
  })

  test('predicts wider ranges further back in the line when service times vary', () => {
    const people = Array.from({ length: 6 }, (_, i) => walkIn(`g${i}`, -9, i, service(10, 20)))
    const widths = predictLine(lineOf(people), rules).map(({ p50, p90 }) => p90 - p50)
    expect(widths[1]).toBeGreaterThan(3 * MINUTE_MS)
    expect(widths[5]).toBeGreaterThan(widths[1] ?? 0)
  })

  test('still lists a booking whose customer has been missing for an hour', () => {
    expect(predicted(lineOf([booking('a', -60, null)]))).toEqual(['a 0 arrival'])
  })
})
