import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import type { Entry, FairRules, LineNow } from './fair-line.ts'
import { nextToStart } from './next-to-start.ts'
import { predictLine } from './predict-line.ts'
import { NOW } from './testing/line.ts'
import { unexplained } from './testing/unexplained.ts'

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
const entries: fc.Arbitrary<Entry[]> = fc
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

const line: fc.Arbitrary<LineNow> = fc.record({
  now: fc.constant(NOW),
  entries,
  lanes: fc.array(
    fc.tuple(around(-5, 40), fc.nat(30)).map(([p50, more]) => ({ p50, p90: p50 + more * MINUTE_MS })),
    { maxLength: 8 },
  ),
  recentStarts: fc.array(fc.record({ at: around(-90, 0), isBooking: fc.boolean() }), { maxLength: 30 }),
  isStale: fc.boolean(),
})

const anyRules: fc.Arbitrary<FairRules> = fc.record({
  mode: fc.constantFrom('merge', 'precedence', 'separate'),
  earlyMs: fc.nat(30).map((minutes) => minutes * MINUTE_MS),
  lateMs: fc.nat(30).map((minutes) => minutes * MINUTE_MS),
  toleranceMs: fc.nat(15).map((minutes) => minutes * MINUTE_MS),
  walkInShare: fc.double({ min: 0, max: 1, noNaN: true }),
})

const number = fc.double()

/** Whatever the types allow, whether it makes sense or not. */
const absurdLine: fc.Arbitrary<LineNow> = fc.record({
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

const absurdRules: fc.Arbitrary<FairRules> = fc.record({
  mode: fc.constantFrom('merge', 'precedence', 'separate'),
  earlyMs: number,
  lateMs: number,
  toleranceMs: number,
  walkInShare: number,
})

const RUNS = { numRuns: 2_000 }

describe('any line of bookings and walk-ins', () => {
  test('gives a true reason for each entry that a start overtakes', () => {
    fc.assert(
      fc.property(line, anyRules, (moment, rules) => {
        expect(unexplained(moment, nextToStart(moment, rules), rules)).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('decides and predicts the same in replicas that hold entries and lanes in different orders', () => {
    const twice = line.chain((one) =>
      fc.record({
        one: fc.constant(one),
        entries: fc.shuffledSubarray([...one.entries], { minLength: one.entries.length }),
        lanes: fc.shuffledSubarray([...one.lanes], { minLength: one.lanes.length }),
      }),
    )
    fc.assert(
      fc.property(twice, anyRules, ({ one, entries, lanes }, rules) => {
        const other = structuredClone({ ...one, entries, lanes })
        expect(nextToStart(other, rules)).toEqual(nextToStart(one, rules))
        expect(predictLine(other, rules)).toEqual(predictLine(one, rules))
      }),
      RUNS,
    )
  })

  test('keeps a lane for at most three minutes, or for lateMs while bookings are stale', () => {
    fc.assert(
      fc.property(line, anyRules, (moment, rules) => {
        const decision = nextToStart(moment, rules)
        const until = decision.kind === 'keep' ? decision.until : moment.now
        expect(until - moment.now).toBeLessThanOrEqual(moment.isStale ? rules.lateMs : 3 * MINUTE_MS)
      }),
      RUNS,
    )
  })

  test('predicts one start for each entry, not in the past, with the P50 not after the P90', () => {
    fc.assert(
      fc.property(line, anyRules, (moment, rules) => {
        const predicted = predictLine(moment, rules)
        expect(predicted.map(({ id }) => id).sort()).toEqual(moment.entries.map(({ id }) => id).sort())
        for (const { p50, p90 } of predicted) {
          expect(p50).toBeGreaterThanOrEqual(moment.now)
          expect(p90).toBeGreaterThanOrEqual(p50)
        }
      }),
      RUNS,
    )
  })
})

describe('a line and rules with nonsensical values', () => {
  test('decides and predicts finite times for a line with nonsensical values', () => {
    fc.assert(
      fc.property(absurdLine, absurdRules, (moment, rules) => {
        const decision = nextToStart(moment, rules)
        const ids = moment.entries.map(({ id }) => id)
        if (decision.kind === 'start') expect(ids).toContain(decision.id)
        if (decision.kind === 'keep') expect(Number.isFinite(decision.until)).toBe(true)
        const predicted = predictLine(moment, rules)
        expect(predicted).toHaveLength(ids.length)
        for (const { p50, p90 } of predicted) expect(p90 - p50).toBeGreaterThanOrEqual(0)
      }),
      RUNS,
    )
  })
})
