import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import type { Entry, FairRules, LineNow } from '../fair-line.ts'
import { NOW } from './line.ts'

const around = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((minutes) => NOW + minutes * MINUTE_MS)

const service = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.double({ min: 1, max: 4, noNaN: true }))
  .map(([minutes, spread]) => ({ p50: minutes * MINUTE_MS, p90: minutes * spread * MINUTE_MS }))

const person = fc.record({
  arrivedAt: fc.option(around(-90, 0), { freq: 4 }),
  bookedAt: fc.option(around(-60, 60), { freq: 2 }),
  service,
  showRate: fc.double({ min: 0, max: 1, noNaN: true }),
})

/** A line as the service would have it: ids are unique, and ranks follow arrival unless staff have moved somebody. */
export const entries: fc.Arbitrary<Entry[]> = fc
  .tuple(fc.array(person, { maxLength: 30 }), fc.array(fc.nat(29), { maxLength: 3 }))
  .map(([people, moved]) => {
    const present = people.filter(({ arrivedAt }) => arrivedAt !== null)
    present.sort((a, b) => (a.arrivedAt ?? 0) - (b.arrivedAt ?? 0))
    for (const at of moved) present.unshift(...present.splice(at % Math.max(1, present.length), 1))
    const rankOf = (one: (typeof people)[number]) =>
      one.arrivedAt === null ? Number.POSITIVE_INFINITY : present.indexOf(one)
    return people
      .filter(({ arrivedAt, bookedAt }) => arrivedAt !== null || bookedAt !== null)
      .map((one, i) => ({ ...one, id: `g${i}`, rank: rankOf(one) }))
  })

export const line: fc.Arbitrary<LineNow> = fc.record({
  now: fc.constant(NOW),
  entries,
  lanes: fc.array(
    fc.tuple(around(-5, 40), fc.nat(30)).map(([p50, more]) => ({ p50, p90: p50 + more * MINUTE_MS })),
    { maxLength: 8 },
  ),
  recentStarts: fc.array(fc.record({ at: around(-90, 0), isBooking: fc.boolean() }), { maxLength: 30 }),
  isStale: fc.boolean(),
})

export const anyRules: fc.Arbitrary<FairRules> = fc.record({
  mode: fc.constantFrom('merge', 'precedence', 'separate'),
  earlyMs: fc.nat(30).map((minutes) => minutes * MINUTE_MS),
  lateMs: fc.nat(30).map((minutes) => minutes * MINUTE_MS),
  toleranceMs: fc.nat(15).map((minutes) => minutes * MINUTE_MS),
  walkInShare: fc.double({ min: 0, max: 1, noNaN: true }),
})

const number = fc.double()

/** Whatever the types allow, whether it makes sense or not. */
export const absurdLine: fc.Arbitrary<LineNow> = fc.record({
  now: number,
  entries: fc.array(
    fc.record({
      id: fc.string({ maxLength: 2 }),
      arrivedAt: fc.option(number),
      bookedAt: fc.option(number),
      rank: number,
      service: fc.record({ p50: number, p90: number }),
      showRate: number,
    }),
    { maxLength: 12 },
  ),
  lanes: fc.array(fc.record({ p50: number, p90: number }), { maxLength: 4 }),
  recentStarts: fc.array(fc.record({ at: number, isBooking: fc.boolean() }), { maxLength: 5 }),
  isStale: fc.boolean(),
})

export const absurdRules: fc.Arbitrary<FairRules> = fc.record({
  mode: fc.constantFrom('merge', 'precedence', 'separate'),
  earlyMs: number,
  lateMs: number,
  toleranceMs: number,
  walkInShare: number,
})
