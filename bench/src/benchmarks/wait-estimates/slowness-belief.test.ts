import { lifetimeOf } from './lifetime.ts'
import { createRandom } from './random.ts'
import { SlownessBelief } from './slowness-belief.ts'
import { counter } from './testing/counter.ts'

const gamma = { distribution: 'gamma', mean_minutes: 10, variation: 0.6 }
const slow = { from: '12:00', to: '15:00', factor: 2, share_of_days: 0.4 }
const NOON = 12 * 60

function beliefIn(changes: object, drift = 1) {
  const venue = counter(changes)
  return new SlownessBelief(venue, lifetimeOf(venue.service), drift)
}

const busy = (since: number, until: number) => ({ since, until, size: 1, seats: 0, isHeld: false })

const nothing = { busy: [], minute: NOON }

const meanOf = (all: readonly { readonly factor: number }[]) =>
  all.reduce((sum, { factor }) => sum + factor, 0) / all.length

const slowShareOf = (all: readonly { readonly isSlow: boolean }[]) =>
  all.filter(({ isSlow }) => isSlow).length / all.length

describe('the slowness belief at a venue where some days are slower than others', () => {
  const varied = { day_variation: 0.5, service: gamma }

  test('has the factors of all days, times the drift, before any service', () => {
    const factors = beliefIn(varied, 2).draw(1_000, nothing)
    expect(meanOf(factors)).toBeCloseTo(2, 1)
    const variance = meanOf(factors.map(({ factor }) => ({ factor: (factor - 2) ** 2 })))
    expect(Math.sqrt(variance)).toBeCloseTo(1, 1)
  })

  test('stays near the mean of all days after one service, and follows many services', () => {
    const belief = beliefIn(varied)
    belief.ended(busy(540, 558))
    expect(meanOf(belief.draw(100, nothing))).toBeLessThan((1 + 1.8) / 2)
    const random = createRandom(1)
    for (let i = 0; i < 300; i += 1) belief.ended(busy(540, 540 + random.gamma(10 * 1.8, 0.6)))
    const factor = meanOf(belief.draw(100, nothing))
    expect(factor).toBeGreaterThan(1.65)
    expect(factor).toBeLessThan(1.95)
  })

  test('rises when parties are in service for long, although none has ended', () => {
    const belief = beliefIn(varied)
    const long = Array.from({ length: 4 }, () => busy(NOON - 30, NOON + 60))
    expect(meanOf(belief.draw(100, { busy: long, minute: NOON }))).toBeGreaterThan(1.3)
    const held = long.map((one) => ({ ...one, isHeld: true }))
    expect(meanOf(belief.draw(100, { busy: held, minute: NOON }))).toBeCloseTo(1, 1)
  })

  test('knows the factor exactly from one service when services are fixed', () => {
    const belief = beliefIn({ day_variation: 0.5 })
    belief.ended(busy(540, 540 + 10 * 1.234))
    for (const { factor } of belief.draw(100, nothing)) expect(factor).toBeCloseTo(1.234, 9)
  })
})

describe('the slowness belief at a venue that is slow at noon on some days', () => {
  test('is the share of slow days before noon, whatever services took in the morning', () => {
    const belief = beliefIn({ service: gamma, slow })
    for (let i = 0; i < 20; i += 1) belief.ended(busy(540, 560))
    expect(slowShareOf(belief.draw(100, nothing))).toBeCloseTo(0.4, 9)
  })

  test.each([
    ['long', 20, 1],
    ['short', 10, 0],
  ])('is certain after many %s services from noon on', (_what, minutes, share) => {
    const random = createRandom(2)
    const belief = beliefIn({ service: gamma, slow })
    for (let i = 0; i < 60; i += 1) belief.ended(busy(NOON + 1, NOON + 1 + random.gamma(minutes, 0.6)))
    expect(slowShareOf(belief.draw(100, nothing))).toBe(share)
  })

  test('combines fixed services before and after noon to know both factors', () => {
    const belief = beliefIn({ day_variation: 0.3, slow })
    belief.ended(busy(NOON + 1, NOON + 1 + 24))
    const factors = new Set(belief.draw(100, nothing).map(({ factor }) => factor.toFixed(3)))
    expect(factors).toEqual(new Set(['1.200', '2.400']))
    belief.ended(busy(540, 552))
    expect(new Set(belief.draw(100, nothing).map(({ factor, isSlow }) => `${factor} ${isSlow}`)).size).toBe(1)
    expect(belief.draw(1, nothing)[0]).toMatchObject({ isSlow: true })
  })
})

describe('the slowness belief at a venue where all days are alike', () => {
  test('is the drift, however long services took', () => {
    const belief = beliefIn({ service: gamma }, 1.5)
    belief.ended(busy(540, 600))
    const supposed = belief.draw(100, { busy: [busy(540, 900)], minute: NOON })
    expect(new Set(supposed.map(({ factor, isSlow }) => `${factor} ${isSlow}`))).toEqual(
      new Set(['1.5 false']),
    )
  })
})
