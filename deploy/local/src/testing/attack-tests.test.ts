import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../processes.ts'
import { attackTests, testsNamedIn } from './attack-tests.ts'

describe('tests that play attacks', () => {
  test('are listed once each when a table names one twice and contains other code', () => {
    const table = '| `limit` | `a/b.test.ts`, `a/c.slow.test.ts` |\n| x | `a/b.test.ts` |'
    expect(testsNamedIn(table)).toEqual(['a/b.test.ts', 'a/c.slow.test.ts'])
  })

  test('exist for every file named in the table of the security documents', async () => {
    const files = await attackTests()
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([])
  })

  test('are selected by parts of their paths, with options passed through', async () => {
    const files = await attackTests(['lockout', 'slow-bodies', '-t', 'name'])
    expect(files).toEqual([
      'gateway/test/attack-slow-bodies.test.ts',
      'services/accounts/test/attack-lockout.slow.test.ts',
      ...['-t', 'name'],
    ])
  })
})
