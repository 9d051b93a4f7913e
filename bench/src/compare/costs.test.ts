import { costOf, idleRates, medianCosts, type Pair, ratiosOf, type Sample, usedBetween } from './costs.ts'

const sample = (cpu: Sample['cpu']): Sample => ({
  ...{ cpu, seconds: 2, operations: 100 },
  ...{ perSecond: 50, p50Ms: 1, p99Ms: 2 },
})

const idleWindow = (queue: number): Pair<{ cpu: { queue: number }; seconds: number }> => ({
  new: { cpu: { queue }, seconds: 4 },
  old: { cpu: { queue: 2 * queue }, seconds: 4 },
})

describe('given windows in which nothing was asked for', () => {
  test('when the idle rate is taken, then it is the median per second of each side', () => {
    const windows = [idleWindow(40_000), idleWindow(400_000), idleWindow(20_000)]
    expect(idleRates(windows)).toEqual({ new: { queue: 10_000 }, old: { queue: 20_000 } })
  })
})

describe('given a round', () => {
  test('when its cost is taken, then what the processes use at rest does not count', () => {
    const cost = costOf(sample({ queue: 70_000, mongod: 50_000 }), { queue: 10_000 })
    expect(cost).toEqual({ queue: 500, mongod: 500 })
  })

  test('when only some processes count, then the others are left out', () => {
    expect(costOf(sample({ queue: 70_000, gateway: 50_000 }), {}, ['gateway'])).toEqual({ gateway: 500 })
  })
})

describe('given the costs of rounds', () => {
  test('when ratios are taken, then those of rounds that noise has hidden are left out', () => {
    const costs = [
      { new: { queue: 300, mongod: 30 }, old: { queue: 280, mongod: 20 } },
      { new: { queue: -5 }, old: { queue: 10 } },
    ]
    expect(ratiosOf(costs)).toEqual([1.1])
  })

  test('when a process came later, then it counts as nothing before', () => {
    expect(medianCosts([{ queue: 1 }, { queue: 3, other: 2 }])).toEqual({ queue: 2, other: 1 })
    expect(usedBetween({ queue: 5 }, { queue: 7, other: 1 })).toEqual({ queue: 2, other: 1 })
  })
})
