import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { NOW, rules } from './testing/line.ts'
import { type Comer, runLine } from './testing/run-line.ts'

/** Share of the time of all lanes that arrivals take. */
const LOAD = 0.8

/** How much work may come at once. */
const BURST = 4

const LONGEST_MINUTES = 240

const person = fc.record({
  minutes: fc.integer({ min: 5, max: 20 }),
  spread: fc.constantFrom(1, 1.5),
  /** Minutes from the booked time to arrival; null: no booking. */
  after: fc.option(fc.integer({ min: -30, max: 30 })),
  comes: fc.integer({ min: 0, max: 9 }).map((one) => one > 0),
  withNext: fc.boolean(),
})

/** Arrivals of which each waits until the lanes have had time for those before, but for bursts. */
const stream = fc
  .tuple(fc.array(person, { minLength: 20, maxLength: 80 }), fc.integer({ min: 1, max: 4 }))
  .map(([people, lanes]) => {
    const comers: Comer[] = []
    let [at, owed, burst] = [NOW, 0, 0]
    for (const [i, { minutes, spread, after, comes, withNext }] of people.entries()) {
      const longest = Math.round(minutes * spread)
      owed += longest / lanes / LOAD
      burst = withNext ? burst + 1 : 0
      if (burst === 0 || burst >= BURST) {
        at += Math.ceil(owed) * MINUTE_MS
        owed = 0
        burst = 0
      }
      const entry = {
        id: `g${i}`,
        arrivedAt: null,
        bookedAt: after === null ? null : at - after * MINUTE_MS,
        rank: Number.POSITIVE_INFINITY,
        service: { p50: minutes * MINUTE_MS, p90: longest * MINUTE_MS },
        showRate: 0.9,
      }
      comers.push({ entry, comesAt: comes || after === null ? at : null })
    }
    return { comers, lanes, until: at + LONGEST_MINUTES * MINUTE_MS }
  })

const applied = fc
  .record({
    mode: fc.constantFrom('merge' as const, 'precedence' as const, 'separate' as const),
    toleranceMs: fc.nat(15).map((minutes) => minutes * MINUTE_MS),
    walkInShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map((some) => ({ ...rules, ...some }))

test('every guest starts within 240 minutes under any rules when arrivals stay within capacity', () => {
  fc.assert(
    fc.property(stream, applied, ({ comers, lanes, until }, chosen) => {
      const starts = runLine(comers, lanes, chosen, NOW, until + 60 * MINUTE_MS)
      for (const { entry, comesAt } of comers) {
        if (comesAt === null) continue
        const from = Math.max(comesAt, entry.bookedAt ?? 0)
        const waited = ((starts.get(entry.id) ?? Number.POSITIVE_INFINITY) - from) / MINUTE_MS
        expect(waited).toBeLessThanOrEqual(LONGEST_MINUTES)
      }
    }),
    { numRuns: 500 },
  )
})
