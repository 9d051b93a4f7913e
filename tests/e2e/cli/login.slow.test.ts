import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@usher/test-kit'
import { Visitor } from '../oauth-visitor.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { command, startCommand } from './terminal.ts'

let usher: Usher
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
})
afterAll(() => cleanup.disposeAsync())

/** A machine on which nobody is signed in. */
async function givenMachine() {
  const home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  cleanup.defer(() => rm(home, { recursive: true }))
  return { env: { USHER_URL: usher.stack.url, USHER_CONFIG_HOME: home }, file: join(home, 'login.json') }
}

/** Signs in as the owner, in a browser, as the terminal says. */
async function signIn(env: Record<string, string>, mode: 'test' | 'live') {
  const login = startCommand(['login'], { env })
  const shown = await login.shows(/Open http\S+/)
  const [, address = ''] = /Open (\S+)/.exec(shown) ?? []
  await new Visitor(usher.stack.url).allowDevice(address, { member: usher.demo, mode })
  return { exitCode: await login.exitCode, err: login.err }
}

describe('usher login', () => {
  test('for test data lets commands see only test data until usher logout', async () => {
    const { env, file } = await givenMachine()
    expect(await signIn(env, 'test')).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('for test data'),
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const made = await command(['queues', 'create', '--name', 'In tests', '--json'], { env })
    expect(JSON.parse(made.out)).toMatchObject({ livemode: false })
    const { id } = JSON.parse(made.out)
    expect((await usher.api('GET', `/v1/queues/${id}`)).status).toBe(404)
    const { accessToken } = JSON.parse(await readFile(file, 'utf8'))
    expect(await command(['logout'], { env })).toMatchObject({ exitCode: 0 })
    expect(await command(['queues', 'list'], { env })).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('usher login'),
    })
    const withToken = { env: { ...env, USHER_ACCESS_TOKEN: accessToken } }
    // Gateways hear of it in a moment.
    await until(
      'the end of the token',
      async () => (await command(['queues', 'list'], withToken)).exitCode === 3,
    )
    expect((await command(['logout'], { env })).err).toBe('You are not signed in.\n')
  })

  test('for live data lets commands see live data, and --api-key takes precedence', async () => {
    const { env, file } = await givenMachine()
    expect((await signIn(env, 'live')).err).toContain('for live data')
    await usher.api('POST', '/v1/queues', { body: { name: 'Live' } })
    const live = await command(['queues', 'list', '--json'], { env })
    expect(JSON.parse(live.out)).toEqual((await usher.api('GET', '/v1/queues')).body)
    const second = await command(['queues', 'list', '--json', '--api-key', usher.demo.second.api_key], {
      env,
    })
    expect(JSON.parse(second.out)).not.toEqual(JSON.parse(live.out))
    // As it is an hour later.
    const login = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...login, accessToken: 'ended', expiresAtMs: 0 }))
    const renewed = await Promise.all([1, 2].map(() => command(['queues', 'list', '--json'], { env })))
    expect(renewed.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(JSON.parse(await readFile(file, 'utf8')).refreshToken).not.toBe(login.refreshToken)
    const elsewhere = await command(['queues', 'list', '--url', 'https://elsewhere.example'], { env })
    expect(elsewhere).toMatchObject({ exitCode: 3, err: expect.stringContaining('You are signed in at') })
  })

  test('reports that the person refused, or that no Usher answers', async () => {
    const { env } = await givenMachine()
    const login = startCommand(['login'], { env })
    const [, address = ''] = /Open (\S+)/.exec(await login.shows(/Open http\S+/)) ?? []
    await new Visitor(usher.stack.url).refuseDevice(address)
    expect(await login.exitCode).toBe(3)
    expect(login.err).toContain('The sign-in was refused in the browser.')
    const nowhere = await command(['login', '--url', 'http://127.0.0.1:9'], { env })
    expect(nowhere).toMatchObject({ exitCode: 1, err: expect.stringContaining('Cannot sign in at') })
  })
})
