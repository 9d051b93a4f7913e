import { costOf, idleRates, medianCosts, type Pair, ratiosOf, type Sample, usedBetween } from './costs.ts'

const sample = (cpu: Sample['cpu']): Sample => ({
  ...{ cpu, seconds: 2, operations: 100 },
  ...{ perSecond: 50, p50Ms: 1, p99Ms: 2 },
})

const idleWindow = (queue: number): Pair<{ cpu: { queue: number }; seconds: number }> => ({
  new: { cpu: { queue }, seconds: 4 },
  old: { cpu: { queue: 2 * queue }, seconds: 4 },
})

describe('idle windows of a comparison', () => {
  test('have the median processor time per second of each side as idle rate', () => {
    const windows = [idleWindow(40_000), idleWindow(400_000), idleWindow(20_000)]
    expect(idleRates(windows)).toEqual({ new: { queue: 10_000 }, old: { queue: 20_000 } })
  })
})

describe('the cost of a round', () => {
  test('excludes what the processes use when idle', () => {
    const cost = costOf(sample({ queue: 70_000, mongod: 50_000 }), { queue: 10_000 })
    expect(cost).toEqual({ queue: 500, mongod: 500 })
  })

  test('includes only the selected processes', () => {
    expect(costOf(sample({ queue: 70_000, gateway: 50_000 }), {}, ['gateway'])).toEqual({ gateway: 500 })
  })
})

describe('costs of several rounds', () => {
  test('have no ratio for a round whose cost is hidden by noise', () => {
    const costs = [
      { new: { queue: 300, mongod: 30 }, old: { queue: 280, mongod: 20 } },
      { new: { queue: -5 }, old: { queue: 10 } },
    ]
    expect(ratiosOf(costs)).toEqual([1.1])
  })

  test('count a process as zero before it appears', () => {
    expect(medianCosts([{ queue: 1 }, { queue: 3, other: 2 }])).toEqual({ queue: 2, other: 1 })
    expect(usedBetween({ queue: 5 }, { queue: 7, other: 1 })).toEqual({ queue: 2, other: 1 })
  })
})
