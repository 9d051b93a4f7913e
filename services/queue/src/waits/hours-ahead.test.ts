import fc from 'fast-check'
import { learnLanes, type UsualLanes, walkForward } from './hours-ahead.ts'

const NINE = 9
const atNine = { hour: NINE, minute: 45 }

describe('a queue with one lane before ten and three lanes from ten on', () => {
  const usualLanes: UsualLanes = { 9: 1, 10: 3, 11: 3 }

  test('finishes an hour of work from a quarter to ten in half an hour', () => {
    expect(walkForward(usualLanes, atNine)(60)).toBe(30)
  })

  test('takes the usual time for work that is done before ten', () => {
    expect(walkForward(usualLanes, atNine)(15)).toBe(15)
  })

  test('expects the usual lanes of an hour on a day without data', () => {
    const tomorrow = { ...atNine, hour: NINE + 24 }
    expect(walkForward(usualLanes, tomorrow)(60)).toBe(30)
  })
})

describe('lanes seen in an hour', () => {
  test('the usual number of lanes follows a lasting change', () => {
    let usual = learnLanes({}, NINE, 1)
    expect(usual[NINE]).toBe(1)
    expect(learnLanes(usual, NINE, 1)).toBe(usual)
    for (let i = 0; i < 20; i += 1) usual = learnLanes(usual, NINE, 4)
    expect(usual[NINE]).toBeCloseTo(4, 1)
  })

  test('more work takes longer and never a negative time, whatever was learnt', () => {
    const lanes = fc.dictionary(
      fc.integer({ min: 0, max: 167 }).map(String),
      fc.integer({ min: 1, max: 1000 }),
    )
    const moment = fc.record({ hour: fc.nat(167), minute: fc.nat(59) })
    const work = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(lanes, moment, work, work, (usualLanes, now, a, b) => {
        const walk = walkForward(usualLanes, now)
        const [less, more] = [walk(Math.min(a, b)), walk(Math.max(a, b))]
        expect(less).toBeGreaterThanOrEqual(0)
        expect(more).toBeGreaterThanOrEqual(less - 1e-6)
      }),
    )
  })
})
