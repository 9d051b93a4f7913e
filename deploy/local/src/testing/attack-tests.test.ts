import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../processes.ts'
import { attackTests, testsNamedIn } from './attack-tests.ts'

describe('tests that play attacks', () => {
  test('given a table that names some twice and other code, then each test comes once', () => {
    const table = '| `limit` | `a/b.test.ts`, `a/c.slow.test.ts` |\n| x | `a/b.test.ts` |'
    expect(testsNamedIn(table)).toEqual(['a/b.test.ts', 'a/c.slow.test.ts'])
  })

  test('given the table of the documents, then all that it names are there', async () => {
    const files = await attackTests()
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !existsSync(join(repository, file)))).toEqual([])
  })

  test('given parts of paths and options, then those with such a part are meant, and the options are passed on', async () => {
    const files = await attackTests(['lockout', 'slow-bodies', '-t', 'name'])
    expect(files).toEqual([
      'gateway/test/attack-slow-bodies.test.ts',
      'services/accounts/test/attack-lockout.test.ts',
      ...['-t', 'name'],
    ])
  })
})
