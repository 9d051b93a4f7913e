import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutate } from '../src/mutations/fault.ts'
import { FAULTS } from '../src/mutations/faults.ts'
import { outcomeOf, outcomeTable } from '../src/mutations/outcome.ts'
import { repository } from '../src/processes.ts'
import type { TestReport } from '../src/testing/reporter.ts'

const aFault = {
  name: 'edge-excluded',
  file: 'a.ts',
  find: 'at <= last',
  replace: 'at < last',
  tests: ['a.test.ts'],
}

const aReport = (given: Partial<TestReport>): TestReport => ({
  ...{ files: [], failures: [], skipped: [], unhandledErrors: 0 },
  ...given,
})

describe('the faults to plant', () => {
  test.each(FAULTS)('$name changes its file and names test files that exist', (fault) => {
    const source = readFileSync(join(repository, fault.file), 'utf8')
    expect(mutate(fault, source)).not.toBe(source)
    expect(fault.tests.filter((path) => !existsSync(join(repository, path)))).toEqual([])
  })

  test('have unique names', () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
  })

  test.each(['', 'at <= last; at <= last'])(
    'are refused when the source %j does not match exactly once',
    (source) => {
      expect(() => mutate(aFault, source)).toThrow('edge-excluded must match once in a.ts')
    },
  )
})

describe('the outcome of a fault', () => {
  test('is caught when a test fails, and the table shows that test with its reason', () => {
    const failures = [
      { test: 'a.test.ts > given a | b', reason: 'expected 1 to be 2' },
      { test: 'a.test.ts > later', reason: 'expected 2 to be 3' },
    ]
    const report = aReport({ failures })
    const outcome = outcomeOf(aFault, report, 1.4)
    expect(outcome.verdict).toBe('caught')
    expect(outcomeTable([outcome])).toContain(
      '| edge-excluded | a.ts | a.test.ts > given a \\| b: expected 1 to be 2 | 1 |',
    )
  })

  test('is SURVIVED when no test fails', () => {
    expect(outcomeOf(aFault, aReport({}), 1).verdict).toBe('SURVIVED')
  })

  test('is BROKEN when a test file failed without a failing test', () => {
    const files = [{ file: 'a.test.ts', passed: 0, failed: 1 }]
    expect(outcomeOf(aFault, aReport({ files }), 1).verdict).toBe('BROKEN')
  })
})
