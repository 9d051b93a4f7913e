import { scaled } from '@usher/test-kit'
import fc from 'fast-check'
import { byLoad, type Candidate, nextFinish } from './union.ts'

const weights = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 })

const candidatesOf = (all: readonly number[]): Candidate[] =>
  all.map((weight, n) => ({ providerId: `p${n}`, weight, loadOn: () => 0 }))

/** Assigns bookings, each on an empty day of its own; returns who got each. */
function assign(
  rounds: number,
  presentIn: (round: number) => Candidate[],
  finish = new Map<string, number>(),
): string[] {
  const finishOf = (id: string) => finish.get(id) ?? 0
  return Array.from({ length: rounds }, (_, round) => {
    const present = presentIn(round)
    const [first] = present.toSorted(byLoad(round, finishOf)) as [Candidate]
    finish.set(first.providerId, nextFinish(first, present, finishOf))
    return first.providerId
  })
}

const countOf = (given: readonly string[], { providerId }: Candidate) =>
  given.filter((id) => id === providerId).length

describe('bookings for any provider, each on a day of its own', () => {
  test('are shared by weight, off by less than two at any time', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 200 }), (given, rounds) => {
        const all = candidatesOf(given)
        const total = given.reduce((sum, weight) => sum + weight, 0)
        const assigned = assign(rounds, () => all)
        for (const one of all) {
          expect(Math.abs(countOf(assigned, one) - (rounds * one.weight) / total)).toBeLessThan(2)
        }
      }),
      { numRuns: scaled(300) },
    )
  })

  test('do not flood a provider who is new or comes back', () => {
    const sizes = fc.record({
      others: fc.integer({ min: 1, max: 5 }),
      before: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 50 }), ({ others, before }, early) => {
        const all = candidatesOf(Array.from({ length: others + 1 }, () => 1))
        const [late, ...rest] = all as [Candidate, ...Candidate[]]
        const finish = new Map<string, number>()
        assign(early, () => all, finish)
        assign(before, () => rest, finish)
        const assigned = assign(10 * all.length, () => all, finish)
        expect(countOf(assigned, late)).toBeGreaterThanOrEqual(10)
        expect(countOf(assigned, late)).toBeLessThanOrEqual(11)
      }),
      { numRuns: scaled(300) },
    )
  })
})
