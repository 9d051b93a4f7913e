import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runCommand, temporaryHome } from '@usher/local'
import { startWithCredential } from './mcp/with-credential.ts'
import { useSharedUsher } from './shared-usher.ts'

/** Scenarios of the suite for what the server has, by revision. */
const OURS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'],
  '2026-07-28': ['server-stateless', 'http-header-validation', 'tools-list', 'dns-rebinding-protection'],
}

/**
 * The others test an example server that the suite describes: they call its tools, prompts and resources by name, need
 * sessions or messages that a server begins, or test extensions of the protocol.
 */
const OF_THE_EXAMPLE =
  /^(tools-call-|prompts-|resources-|elicitation-|logging-|completion-|server-(sse|session)-|json-schema-2020-12$|input-required-|caching$|http-custom-header-|sep-2164-|sep-2640-|tasks-)/

/** Checks of our scenarios that do the same. */
const EXPECTED_FAILURES = new URL('mcp/conformance.yml', import.meta.url).pathname

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

describe('the MCP conformance suite', () => {
  test.each(
    Object.entries(OURS).flatMap(([revision, scenarios]) =>
      scenarios.map((name) => [revision, name] as const),
    ),
  )('passes the checks of %s: %s', async (revision, scenario) => {
    const { code, output } = await run(
      ...['server', '--url', url, '--spec-version', revision, '--scenario', scenario],
      ...['--expected-failures', EXPECTED_FAILURES],
    )
    expect([code, output]).toEqual([0, expect.stringMatching(/Passed: [1-9]/)])
  })

  test('has no scenarios except those that are run or known not to apply', async () => {
    const { stdout } = await run('list', '--server')
    const scenarios = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
    expect(new Set(scenarios.filter((name) => !OF_THE_EXAMPLE.test(name)))).toEqual(
      new Set(Object.values(OURS).flat()),
    )
  })
})
