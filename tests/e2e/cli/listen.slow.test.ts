import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_SCOPES } from '@usher/contracts'
import { verifyWebhook } from '@usher/sdk'
import { connectMongo } from '@usher/service-kit'
import { apiClient, type Client, type Receiver, startReceiver, startTcpProxy, until } from '@usher/test-kit'
import { newAddresses, signUp } from '../people.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { command, type RunningCommand, startCommand } from './terminal.ts'

let usher: Usher
/** For an organisation without events of other tests. */
let owner: Client
let api: Client
let receiver: Receiver
let env: Record<string, string>
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
  receiver = cleanup.use(await startReceiver())
  const home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  cleanup.defer(() => rm(home, { recursive: true }))
  owner = await signUp(usher.stack.url, newAddresses()('ada'), 'Listeners')
  const body = { name: 'Live', scopes: ALL_SCOPES }
  const { api_key } = (await owner('POST', '/account/api-keys', { body })).body
  api = apiClient(usher.stack.url, api_key)
  env = { USHER_URL: usher.stack.url, USHER_API_KEY: api_key, USHER_CONFIG_HOME: home }
})
afterAll(() => cleanup.disposeAsync())

async function listen(
  args: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<RunningCommand> {
  const running = startCommand(['listen', ...args], { env: { ...env, ...more } })
  cleanup.defer(() => running.stop())
  await running.shows('Ready')
  return running
}

const givenQueue = async (name: string): Promise<string> =>
  (await api('POST', '/v1/queues', { body: { name } })).body.id

const secretIn = ({ err }: RunningCommand): string => /whsec_\S+/.exec(err)?.[0] ?? ''

describe('usher listen', () => {
  test('forwards events signed like deliveries and prints the status of each response', async () => {
    const running = await listen(['--forward-to', receiver.url, '--events', 'queue.*'])
    receiver.answers.push(200, 500)
    const first = await givenQueue('One')
    await running.shows(/queue\.created {2}q_\S+ {2}evt_\S+ {2}-> 200 in \d+ ms/)
    const second = await givenQueue('Two')
    await running.shows(/-> 500 in \d+ ms/)
    const posted = receiver.received.filter(({ raw }) => raw.includes(first) || raw.includes(second))
    expect(posted).toHaveLength(2)
    for (const { raw, headers } of posted) {
      expect(verifyWebhook(raw, headers, secretIn(running))).toMatchObject({
        event: 'queue.created',
        meta: { livemode: true },
      })
    }
    running.stop()
    expect(await running.exitCode).toBe(0)
  })

  test('keeps its webhook secret over a restart, in a file only its owner can read', async () => {
    const [one, two] = [
      await listen(['--forward-to', receiver.url]),
      await listen(['--forward-to', receiver.url]),
    ]
    expect(secretIn(one)).toMatch(/^whsec_/)
    expect(secretIn(two)).toBe(secretIn(one))
    const home = env.USHER_CONFIG_HOME ?? ''
    for (const file of await readdir(home)) {
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600)
    }
    expect(await readFile(join(home, 'webhook-secret.json'), 'utf8')).toContain(secretIn(one))
    for (const running of [one, two]) running.stop()
  })

  test('continues after a lost connection without missing an event', async () => {
    const gateway = Number(new URL(usher.stack.url).port)
    const proxy = await startTcpProxy(gateway)
    const throughProxy = { USHER_URL: `http://127.0.0.1:${proxy.port}` }
    const running = await listen(['--json', '--events', 'queue.created'], throughProxy)
    const before = await givenQueue('Before')
    await running.shows(before)
    await proxy[Symbol.asyncDispose]()
    await running.shows('The connection was lost')
    const meanwhile = await givenQueue('Meanwhile')
    await using _ = await startTcpProxy(gateway, proxy.port)
    await running.shows(meanwhile)
    const ids = running.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).body.data.id)
    expect(ids).toEqual([before, meanwhile])
    expect(running.err).not.toContain('missing')
    running.stop()
  })

  test('reports missing events after a break longer than events are kept', async () => {
    const running = await listen()
    const database = await connectMongo(usher.stack.environments['webhook-delivery']?.MONGODB_URL ?? '')
    cleanup.defer(() => database.destroy())
    const followed = database.collection<{ _id: string }>('followed_organizations')
    // As if it had ended and begun anew.
    const { organization } = (await owner('GET', '/account/me')).body
    await followed.updateOne({ _id: organization.id }, { $set: { generation: 'later', last: 0 } })
    expect(await running.shows('Events are missing')).toContain('The connection was lost')
    running.stop()
  })

  test('receives only test events with a test key', async () => {
    const body = { name: 'Tests', scopes: ALL_SCOPES, livemode: false }
    const { api_key } = (await owner('POST', '/account/api-keys', { body })).body
    const running = await listen(['--json'], { USHER_API_KEY: api_key })
    const live = await givenQueue('Live')
    const inTests = await command(['queues', 'create', '--name', 'Test', '--json', '--api-key', api_key], {
      env,
    })
    await running.shows(JSON.parse(inTests.out).id)
    expect(running.out).toContain('"livemode":false')
    expect(running.out).not.toContain(live)
    running.stop()
  })

  test('exits with code 3 and the reason when its key is revoked', async () => {
    const body = { name: 'Short-lived', scopes: ['webhooks:manage', 'queues:read'] }
    const { id, api_key } = (await owner('POST', '/account/api-keys', { body })).body
    const running = await listen(['--events', 'queue.*'], { USHER_API_KEY: api_key })
    await owner('DELETE', `/account/api-keys/${id}`)
    expect(await running.exitCode).toBe(3)
    expect(running.err).toContain('code: unauthorized')
  })

  test('does not start with an ftp address, an unknown event type or a short secret', async () => {
    const elsewhere = await command(['listen', '--forward-to', 'ftp://localhost'], { env })
    expect(elsewhere).toMatchObject({ exitCode: 2, err: expect.stringContaining('http or https') })
    const unknown = await command(['listen', '--events', 'guest.vanished'], { env })
    expect(unknown).toMatchObject({ exitCode: 1, err: expect.stringContaining('types') })
    const secret = await command(['listen', '--forward-to', '3000', '--secret', 'short'], { env })
    expect(secret).toMatchObject({ exitCode: 2 })
  })
})

test('usher listen continues when its receiver cannot be reached', async () => {
  const running = await listen(['--forward-to', 'http://127.0.0.1:1', '--events', 'queue.created'])
  await givenQueue('One')
  await until('two failures', async () => {
    await givenQueue('Next')
    return running.out.split('-> failed').length > 2
  })
  running.stop()
  expect(await running.exitCode).toBe(0)
})
