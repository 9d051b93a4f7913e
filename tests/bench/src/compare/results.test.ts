import type { Sample } from './costs.ts'
import type { HotPath } from './paths.ts'
import { resultsOf } from './results.ts'
import { comparisonText } from './table.ts'

const path: HotPath = {
  ...{ name: 'add', title: 'add something', operations: 100 },
  prepare: async () => async () => async () => undefined,
}

const sample = (queue: number): Sample => ({
  ...{ cpu: { queue }, seconds: 1, operations: 100 },
  ...{ perSecond: 1_200, p50Ms: 3, p99Ms: 9 },
})

const usage = (queue: number) => ({ cpu: { queue }, seconds: 1 })
const idle = Array.from({ length: 9 }, () => ({ new: usage(10_000), old: usage(10_000) }))

describe('nine rounds in which an operation costs a third more than before', () => {
  const samples = Array.from({ length: 9 }, () => ({ new: sample(50_000), old: sample(40_000) }))

  test('judge the path as slower and the idle cost as the same', () => {
    const [add, rest] = resultsOf({ paths: [{ path, samples }], idle })
    expect(add?.cpu).toEqual({ new: { queue: 400 }, old: { queue: 300 } })
    expect(add?.comparison?.verdict).toBe('slower')
    expect(rest).toMatchObject({ name: 'idle', comparison: { verdict: 'same' } })
  })

  test('are written as a row of the table', () => {
    const text = comparisonText({ node: 'v24' }, resultsOf({ paths: [{ path, samples }], idle }))
    expect(text).toContain('- node: v24')
    expect(text).toContain(
      '| add | 400 | 300 | 1.33× | 1.33–1.33 | 9 | **slower than 1.15×** | 1,200 / 1,200 | 3.0 / 3.0 | 9.0 / 9.0 |',
    )
    expect(text).toContain('| add | 400 / 300 |')
  })
})

describe('a path that the older commit does not have', () => {
  test('is written with the reason', () => {
    const missing = 'GET /api/service-types: 404 {}'
    const text = comparisonText({}, resultsOf({ paths: [{ path, samples: [], missing }], idle }))
    expect(text).toContain(`not in the older commit (${missing})`)
  })
})
