import { MINUTE_MS } from '@usher/service-kit/durations'
import { firstCome, minutesBefore, type Policy, separateLanes, strictPrecedence } from './policies.ts'
import { scoreOf } from './run-venue.ts'
import { simulateDay } from './simulate-day.ts'
import type { Person } from './venue.ts'
import { type Venue, venueSchema } from './venue.ts'

const venue = (lanes: number): Venue =>
  venueSchema.parse({
    name: 'counter',
    description: '',
    opens: '09:00',
    closes: '10:00',
    days: 1,
    rules: { early_minutes: 15, late_minutes: 10, tolerance_minutes: 5, walk_in_share: 0 },
    lanes: [{ from: '09:00', lanes }],
    services: [
      { name: 'all', distribution: 'fixed', mean_minutes: 10, walk_in_weight: 1, booking_weight: 1 },
    ],
    walk_ins: [{ from: '09:00', per_hour: 1 }],
    bookings: {
      slots: [],
      filled_share: 1,
      no_show_share: 0,
      late_share: 0,
      late_mean_minutes: 1,
      early_mean_minutes: 1,
      early_variation: 1,
    },
  })

const nine = 9 * 60

/** @param arrives minutes after nine; @param booked the same; null: a walk-in */
const person = (id: string, arrives: number, booked: number | null = null): Person => ({
  id,
  arrivesAt: (nine + arrives) * MINUTE_MS,
  bookedAt: booked === null ? null : (nine + booked) * MINUTE_MS,
  serviceMs: 10 * MINUTE_MS,
  known: { p50: 10 * MINUTE_MS, p90: 10 * MINUTE_MS },
})

const people = [person('a', 0), person('b', 1), person('c', 2), person('d', 3, 20), person('e', 4)]

const starts = (policy: Policy, lanes = 1) =>
  simulateDay(venue(lanes), people, policy)
    .served.map(({ person: { id }, startedAt }) => `${id} ${startedAt / MINUTE_MS - nine}`)
    .join(', ')

describe('one lane, four walk-ins and a booking for 9:20 that arrives at 9:03', () => {
  test.each([
    [firstCome, 'a 0, b 10, c 20, d 30, e 40'],
    [strictPrecedence, 'a 0, d 10, b 20, c 30, e 40'],
    [minutesBefore, 'a 0, b 10, c 20, e 30, d 40'],
    [separateLanes(0.5), 'a 0, b 10, c 20, d 30, e 40'],
  ])('guests start in the order of the rule $name', (policy, expected) => {
    expect(starts(policy)).toBe(expected)
  })

  test('a lane reserved for bookings stays empty for walk-ins', () => {
    expect(starts(separateLanes(0.5), 2)).toBe('a 0, d 3, b 10, c 20, e 30')
    const { idleLaneMs } = simulateDay(venue(2), people, separateLanes(0.5))
    expect(idleLaneMs).toBe((2 + 17) * MINUTE_MS)
  })

  test('waits are scored from the arrival of walk-ins and from the booked time of bookings', () => {
    const score = scoreOf('first come', [simulateDay(venue(1), people, firstCome)])
    expect(score).toMatchObject({
      onTimePercent: 0,
      walkIns: { mean: (0 + 9 + 18 + 36) / 4, longest: 36 },
      bookings: { mean: 10, longest: 10 },
      emptyPercent: 0,
    })
  })
})
