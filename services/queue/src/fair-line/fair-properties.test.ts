import { MINUTE_MS } from '@usher/service-kit/durations'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextToStart } from './next-to-start.ts'
import { predictLine } from './predict-line.ts'
import { absurdLine, absurdRules, anyRules, line } from './testing/arbitrary-line.ts'
import { unexplained } from './testing/unexplained.ts'

const RUNS = { numRuns: 2_000 }

describe('given any line', () => {
  test('when somebody is started, then each one overtaken is named with a reason that is true', () => {
    fc.assert(
      fc.property(line, anyRules, (moment, rules) => {
        expect(unexplained(moment, nextToStart(moment, rules), rules)).toBeUndefined()
      }),
      RUNS,
    )
  })

  test('when two replicas hold it in different orders, then they decide and predict the same', () => {
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

  test('when a lane is kept, then for three minutes at most, or while bookings may have been missed', () => {
    fc.assert(
      fc.property(line, anyRules, (moment, rules) => {
        const decision = nextToStart(moment, rules)
        const until = decision.kind === 'keep' ? decision.until : moment.now
        expect(until - moment.now).toBeLessThanOrEqual(moment.isStale ? rules.lateMs : 3 * MINUTE_MS)
      }),
      RUNS,
    )
  })

  test('when starts are predicted, then each entry has one, not in the past, and the P50 is not after the P90', () => {
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

describe('given values that make no sense', () => {
  test('when the line is asked, then it decides and predicts all the same, in finite times', () => {
    fc.assert(
      fc.property(absurdLine, absurdRules, (moment, rules) => {
        const decision = nextToStart(moment, rules)
        const ids = moment.entries.map(({ id }) => id)
        if (decision.kind === 'start') expect(ids).toContain(decision.id)
        if (decision.kind === 'keep') expect(decision.until).toSatisfy(Number.isFinite)
        const predicted = predictLine(moment, rules)
        expect(predicted).toHaveLength(ids.length)
        for (const { p50, p90 } of predicted) expect(p90 - p50).toBeGreaterThanOrEqual(0)
      }),
      RUNS,
    )
  })
})
