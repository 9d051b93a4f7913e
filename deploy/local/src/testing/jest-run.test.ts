import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runJest } from './jest-run.ts'

test('given an unknown option, when tests are to run, then the output names it and one error is reported', async () => {
  const home = await mkdtemp(join(tmpdir(), 'usher-options-'))
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(home, { recursive: true }))
  await using output = await open(join(home, 'output'), 'w')
  const { signal } = new AbortController()
  const report = await runJest({
    projects: [],
    args: ['--nonsense'],
    env: {},
    home,
    signal,
    output: output.fd,
  })
  expect(await readFile(join(home, 'output'), 'utf8')).toContain('Unrecognized option "nonsense"')
  expect(report).toMatchObject({ files: [], unhandledErrors: 1 })
})
