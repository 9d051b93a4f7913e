import type { HotPath } from '../hot-paths.ts'
import { medianCpu, usedBetween } from '../measure/cpu.ts'
import { Measurement, type Usage } from '../measure/operations.ts'
import type { Usher } from '../usher.ts'
import { resultsOf, resultsText } from './results.ts'

const path: HotPath = {
  name: 'add',
  operations: 100,
  prepare: async () => async () => async () => undefined,
}

const measured = (idle: Usage[][]) =>
  new Measurement([{}, {}] as Usher[], { log: () => {}, signal: new AbortController().signal }, idle)
const usage = (cpu: Record<string, number>, seconds = 1) => ({ cpu, seconds })
const rounds = <One>(one: One) => Array.from({ length: 9 }, () => one)
const idle = rounds([usage({ queue: 10_000 }), usage({ queue: 10_000 })])

describe('nine rounds in which an operation costs a third more than before', () => {
  const samples = rounds([usage({ queue: 50_000 }), usage({ queue: 40_000 })])

  test('judge the path as slower and the idle cost as the same', () => {
    const [add, rest] = resultsOf(measured(idle), [{ path, samples }])
    expect(add?.cpu).toEqual([{ queue: 400 }, { queue: 300 }])
    expect(add?.comparison?.verdict).toBe('slower')
    expect(rest).toMatchObject({ name: 'idle', comparison: { verdict: 'same' } })
  })

  test('are written as a row of costs and a verdict', () => {
    const text = resultsText(resultsOf(measured(idle), [{ path, samples }]))
    expect(text).toMatch(/^\| add +\| 400 \/ 300 +\| 400 \/ 300 +\|$/m)
    expect(text).toContain('- add: 1.33× (95 % interval 1.33 to 1.33, 9 rounds): **slower than 1.15×**')
  })
})

describe('a path that the older commit does not have', () => {
  test('is written with the reason', () => {
    const missing = 'GET /api/service-types: 404 {}'
    const text = resultsText(resultsOf(measured(idle), [{ path, samples: [], missing }]))
    expect(text).toContain(`not in the older commit (${missing})`)
  })
})

describe('idle windows of a comparison', () => {
  test('have the median processor time per second of each side as idle rate', () => {
    const window = (queue: number) => [usage({ queue }, 4), usage({ queue: 2 * queue }, 4)]
    const windows = [window(40_000), window(400_000), window(20_000)]
    expect(measured(windows).idleRates()).toEqual([{ queue: 10_000 }, { queue: 20_000 }])
  })
})

describe('the cost of a round', () => {
  const samples = [[usage({ queue: 70_000, mongod: 50_000 }, 2)]]

  test('excludes what the processes use when idle', () => {
    const cost = measured(idle).costsOf({ path, samples })
    expect(cost).toEqual([[{ queue: 500, mongod: 500 }]])
  })

  test('includes only the selected processes', () => {
    const cost = measured(idle).costsOf({ path: { ...path, processes: ['mongod'] }, samples })
    expect(cost).toEqual([[{ mongod: 500 }]])
  })
})

describe('costs of several rounds', () => {
  test('have no ratio for a round whose cost is hidden by noise', () => {
    const samples = [
      [usage({ queue: 43_000 }), usage({ queue: 40_000 })],
      [usage({ queue: 9_500 }), usage({ queue: 11_000 })],
    ]
    const [add] = resultsOf(measured(idle), [{ path, samples }])
    expect(add?.ratios).toEqual([1.1])
  })

  test('count a process as zero before it appears', () => {
    expect(medianCpu([{ queue: 1 }, { queue: 3, other: 2 }])).toEqual({ queue: 2, other: 1 })
    expect(usedBetween({ queue: 5 }, { queue: 7, other: 1 })).toEqual({ queue: 2, other: 1 })
  })
})
