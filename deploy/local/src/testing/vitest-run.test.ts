import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runVitest } from './vitest-run.ts'

test('given an unknown option, when tests are to run, then one line names it and one error is reported', async () => {
  const home = await mkdtemp(join(tmpdir(), 'usher-options-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(home, { recursive: true }))
  await using output = await open(join(home, 'output'), 'w')
  const { signal } = new AbortController()
  const report = await runVitest({
    projects: [],
    args: ['--nonsense'],
    env: {},
    home,
    signal,
    output: output.fd,
  })
  expect(await readFile(join(home, 'output'), 'utf8')).toBe(
    'Unknown option `--nonsense`. `npx vitest --help` lists all options.\n',
  )
  expect(report).toMatchObject({ files: [], unhandledErrors: 1 })
})
