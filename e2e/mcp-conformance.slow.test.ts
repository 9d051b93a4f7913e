import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runCommand, temporaryHome } from '@usher/local'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithCredential } from './mcp/with-credential.ts'
import { useSharedUsher } from './shared-usher.ts'

/** Scenarios of the suite for what the server has. */
const OURS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']

/**
 * The others test an example server that the suite describes: they call its tools, prompts and resources by name, or
 * need messages that a server begins.
 */
const OF_THE_EXAMPLE =
  /^(tools-call-|prompts-|resources-|elicitation-|logging-|completion-|server-sse-|json-schema-2020-12$)/

const program = join(
  createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json'),
  '../dist/index.js',
)
const cleanup = new AsyncDisposableStack()
let url: string
let cwd: string
beforeAll(async () => {
  const usher = cleanup.use(await useSharedUsher())
  const door = cleanup.use(await startWithCredential(usher.stack.url, usher.demo.api_key))
  url = `${door.url}/mcp`
  // Where the suite writes its results.
  cwd = cleanup.use(await temporaryHome('conformance')).path
})
afterAll(() => cleanup.disposeAsync())

const run = (...args: string[]) => runCommand(process.execPath, [program, ...args], { cwd })

describe('given the conformance suite of the protocol', () => {
  test.each(OURS)('when it runs %s, then every check passes', async (scenario) => {
    const { code, output } = await run('server', '--url', url, '--scenario', scenario)
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: (\d+)\/\1, 0 failed/)])
  })

  test('when it has a scenario that nobody has looked at, then this says so', async () => {
    const { stdout } = await run('list', '--server')
    const scenarios = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
    expect(scenarios.filter((name) => !OF_THE_EXAMPLE.test(name)).toSorted()).toEqual(OURS.toSorted())
  })
})
