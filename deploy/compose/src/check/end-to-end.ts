import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outcomeOf, processNames, runJest, temporaryHome } from '@usher/local'
import type { Demo } from './api.ts'
import type { Project } from './project.ts'
import { addressOfThisMachine } from './receiver.ts'
import { assert } from './run.ts'

/** Tests that use nothing but Usher's public port. */
const FILES = ['tests/e2e/main-job', 'tests/e2e/sdk', 'tests/e2e/conversation', 'tests/e2e/dashboard/board']
/** Reads files inside the containers, so it cannot run here. */
const LEFT_OUT = 'no log of any process'

/** Runs the end-to-end tests of `npm test` (with a browser) against the containers. Returns how many passed. */
export async function passesEndToEnd(project: Project, demo: Demo, signal: AbortSignal): Promise<string> {
  await using temporary = await temporaryHome('compose')
  const file = join(temporary.path, 'demo.json')
  await writeFile(file, JSON.stringify({ url: project.url, ...demo }), { mode: 0o600 })
  const env = { TEST_USHER_DEMO: file, TEST_RECEIVER_HOST: await addressOfThisMachine(project) }
  const args = ['--runInBand', '--testNamePattern', `^(?!.*${LEFT_OUT})`, ...FILES]
  const options = { projects: ['main', 'slow'], args, env, home: temporary.path, signal } as const
  const { passed, failed } = outcomeOf(await runJest(options))
  assert(failed === 0, `no test fails (${passed} passed, ${failed} failed)`)
  return `${passed} tests passed`
}

/** Checks that nothing the tests entered appears in the logs of Usher's processes. */
export async function keepsLogsPrivate(project: Project, { api_key, email }: Demo): Promise<void> {
  const logs = await project.compose('logs', '--no-log-prefix', ...processNames)
  assert(logs.includes('"service"'), 'there are logs')
  for (const secret of [api_key, email, '4155552671', 'Ada'])
    assert(!logs.includes(secret), `no log has ${secret}`)
}
