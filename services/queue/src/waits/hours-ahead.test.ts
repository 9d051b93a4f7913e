import fc from 'fast-check'
import { learnLanes, type UsualLanes, walkForward } from './hours-ahead.ts'

const alike = () => 1
const NINE = 9
const atNine = { hour: NINE, minute: 45 }

describe('given a queue that has three lanes from ten on, and one before', () => {
  const usualLanes: UsualLanes = { 9: 1, 10: 3, 11: 3 }

  test('when an hour of work is left at a quarter to ten, then it takes half an hour', () => {
    expect(walkForward({ usualLanes, slownessOf: alike }, atNine)(60)).toBe(30)
  })

  test('when the work is done before ten, then nothing changes', () => {
    expect(walkForward({ usualLanes, slownessOf: alike }, atNine)(15)).toBe(15)
  })

  test('when it is another day of which nothing is known, then the same is expected', () => {
    const tomorrow = { ...atNine, hour: NINE + 24 }
    expect(walkForward({ usualLanes, slownessOf: alike }, tomorrow)(60)).toBe(30)
  })
})

describe('given hours in which parties take longer', () => {
  test('when they are to come, then work takes longer from then on', () => {
    const slownessOf = (hour: number) => (hour === NINE ? 1 : 2)
    expect(walkForward({ usualLanes: {}, slownessOf }, atNine)(30)).toBe(45)
  })
})

describe('given lanes seen in an hour', () => {
  test('when their number changes for good, then the usual number follows', () => {
    let usual = learnLanes({}, NINE, 1)
    expect(usual[NINE]).toBe(1)
    expect(learnLanes(usual, NINE, 1)).toBe(usual)
    for (let i = 0; i < 20; i += 1) usual = learnLanes(usual, NINE, 4)
    expect(usual[NINE]).toBeCloseTo(4, 1)
  })

  test('when anything was seen, then more work takes longer, and no time is negative', () => {
    const lanes = fc.dictionary(
      fc.integer({ min: 0, max: 167 }).map(String),
      fc.integer({ min: 1, max: 1000 }),
    )
    const slowness = fc.array(fc.double({ min: 0.05, max: 20, noNaN: true }), {
      minLength: 168,
      maxLength: 168,
    })
    const moment = fc.record({ hour: fc.nat(167), minute: fc.nat(59) })
    const work = fc.double({ min: 0, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(lanes, slowness, moment, work, work, (usualLanes, slow, now, a, b) => {
        const walk = walkForward({ usualLanes, slownessOf: (hour) => slow[hour] ?? 1 }, now)
        const [less, more] = [walk(Math.min(a, b)), walk(Math.max(a, b))]
        expect(less).toBeGreaterThanOrEqual(0)
        expect(more).toBeGreaterThanOrEqual(less - 1e-6)
      }),
    )
  })
})
