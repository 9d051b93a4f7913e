import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { scoreOf } from './calibration.ts'
import { forecast } from './estimate.ts'
import { NO_PACE } from './pace.ts'
import { partyBucket } from './party-bucket.ts'
import { countTaken } from './places.ts'
import { recordLeft, recordStart } from './record.ts'
import { situation } from './testing/situation.ts'

const step = fc.record({
  kind: fc.constantFrom('start' as const, 'left' as const),
  minutes: fc.double({ min: -60, max: 600, noNaN: true }),
  size: fc.integer({ min: 1, max: 99 }),
  waited: fc.double({ min: 0, max: 300, noNaN: true }),
  quoted: fc.double({ min: 0, max: 300, noNaN: true }),
  waiting: fc.nat(20),
  passed: fc.nat(3),
  lanes: fc.integer({ min: 1, max: 30 }),
})

const history = fc.array(step, { maxLength: 120 }).map((steps) => {
  let pace = NO_PACE
  let at = 0
  for (const { kind, minutes, size, waited, waiting, passed, lanes, quoted } of steps) {
    at = Math.max(0, at + minutes * MINUTE_MS)
    const common = { at, waited, line: [waiting, passed, 0, 0], lanes }
    const quote = { median: quoted, spread: 1 + quoted / 4, high: 2 * quoted, nobody_ahead: waiting === 0 }
    const score = scoreOf(quote, waited)
    const start = {
      hour: Math.floor(at / 60 / MINUTE_MS) % 168,
      bucket: partyBucket(size),
      passed: [0, passed, 0, 0],
      serviceMinutes: 10,
      score,
    }
    pace = kind === 'start' ? recordStart(pace, { ...common, ...start }) : recordLeft(pace, common)
  }
  return { pace, at }
})

/** The history of a queue in which staff may have counted the free places at last. */
const counted = fc.tuple(history, fc.option(fc.nat(30)), fc.nat(60)).map(([{ pace, at }, free, ago]) => ({
  pace: free === null ? pace : countTaken(pace, free, at - ago * MINUTE_MS),
  at,
}))

const bucket = fc.option(fc.nat(3), { nil: undefined })

const ahead = fc.tuple(fc.nat(300), fc.nat(50), fc.nat(20), fc.nat(20))

describe('any history of a queue', () => {
  test('does not shorten the wait when more parties are ahead', () => {
    fc.assert(
      fc.property(
        counted,
        ahead,
        fc.nat(3),
        fc.nat(300),
        fc.nat(60),
        bucket,
        ({ pace, at }, counts, more, lanes, waited, bucket) => {
          const { quote } = forecast(pace, { ...situation, now: at + MINUTE_MS, lanes: lanes + 1 })
          const fewer = quote({ ahead: counts, waited, bucket })
          const max = quote({
            ahead: counts.map((count, i) => (i === more ? count + 1 : count)),
            waited,
            bucket,
          })
          expect(max.low).toBeGreaterThanOrEqual(fewer.low)
          // Bounds of those with nobody ahead are learnt apart.
          if (!fewer.nobody_ahead) expect(max.high).toBeGreaterThanOrEqual(fewer.high)
        },
      ),
    )
  })

  test('estimates whole minutes, low ≤ high, within the opening hours', () => {
    const closing = fc.double({ min: 0, max: 600, noNaN: true })
    fc.assert(
      fc.property(counted, ahead, closing, bucket, ({ pace, at }, counts, closesIn, bucket) => {
        const { low, high } = forecast(pace, { ...situation, now: at, closesIn }).quote({
          ahead: counts,
          waited: 0,
          bucket,
        })
        expect([low, high].every(Number.isInteger)).toBe(true)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThanOrEqual(low)
        expect(high).toBeLessThanOrEqual(closesIn)
      }),
    )
  })
})

describe('a queue with any history in which nothing more happens', () => {
  const later = fc.array(fc.double({ min: 0, max: 240, noNaN: true }), { minLength: 2, maxLength: 20 })
  const weights = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 5, maxLength: 5 })
  const correction = fc.option(
    weights.map((weights) => ({ scale: 20, weights })),
    { nil: undefined },
  )
  const place = fc.record({
    ahead,
    bucket,
    waited: fc.double({ min: 0, max: 300, noNaN: true }),
    firstWaited: fc.option(fc.double({ min: 0, max: 300, noNaN: true }), { nil: undefined }),
    quoted: fc.option(fc.nat(200), { nil: undefined }),
  })

  test('neither the estimate nor its range grows as time passes', () => {
    const closing = fc.oneof(fc.constant(Infinity), fc.double({ min: 0, max: 600, noNaN: true }))
    const lanes = fc.integer({ min: 1, max: 20 })
    fc.assert(
      fc.property(
        ...([counted, place, later, closing, lanes, correction] as const),
        ({ pace, at }, place, minutes, closesIn, lanes, correction) => {
          const learnt = correction ? { ...pace, correction } : pace
          const { quote } = forecast(learnt, { ...situation, now: at, lanes, closesIn })
          let before = { low: Infinity, high: Infinity, wide: Infinity }
          for (const passed of minutes.toSorted((a, b) => a - b)) {
            const waits = { waited: place.waited + passed, firstWaited: (place.firstWaited ?? 0) + passed }
            const { low, high } = quote({ ...place, ...waits }, at + passed * MINUTE_MS)
            expect([low, high].every(Number.isInteger)).toBe(true)
            expect(low).toBeGreaterThanOrEqual(0)
            expect(low).toBeLessThanOrEqual(before.low)
            expect(high).toBeLessThanOrEqual(before.high)
            expect(high - low).toBeLessThanOrEqual(before.wide)
            before = { low, high, wide: high - low }
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
