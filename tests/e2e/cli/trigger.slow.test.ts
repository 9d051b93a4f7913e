import { ALL_SCOPES, WEBHOOK_EVENT_TYPES } from '@usher/contracts'
import { apiClient, type Client, sessionClient } from '@usher/test-kit'
import { NOT_TRIGGERED, RECIPES } from '../../../clients/cli/src/trigger/recipes.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { type SignedIn, signInForTests } from './sign-in.ts'
import { command, type RunningCommand, startCommand } from './terminal.ts'

let usher: Usher
let env: SignedIn['env']
let listening: RunningCommand
/** With the token of the login. */
let inTests: Client
const MADE = 'Made by usher trigger'
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
  const login = cleanup.use(await signInForTests(usher))
  env = login.env
  inTests = apiClient(usher.stack.url, login.accessToken)
  listening = startCommand(['listen', '--json'], { env })
  cleanup.defer(() => listening.stop())
  await listening.shows('Ready')
})
afterAll(() => cleanup.disposeAsync())

describe('usher trigger with a login for test data', () => {
  test.each(Object.keys(RECIPES))(
    '%s is triggered, and the resources created for it are removed',
    async (event) => {
      const { exitCode, out, err } = await command(['trigger', event, '--json'], { env })
      expect([exitCode, err]).toEqual([0, ''])
      const { id } = JSON.parse(out)
      expect(id).toMatch(/^[a-z]+_/)
      const heard = new RegExp(
        `"body":\\{"event":"${event.replace('.', '\\.')}",[^\\n]*"data":\\{"id":"${id}"`,
      )
      expect(await listening.shows(heard)).toContain('"livemode":false')
      for (const path of ['/v1/queues', '/api/providers', '/api/service-types'])
        expect(JSON.stringify((await inTests('GET', `${path}?limit=100`)).body.data)).not.toContain(MADE)
    },
  )

  test('--list shows every event type, and events that cannot be triggered exit with code 2', async () => {
    const { out } = await command(['trigger', '--list'])
    for (const type of WEBHOOK_EVENT_TYPES) expect(out).toContain(`\n${type} `)
    expect(Object.keys({ ...RECIPES, ...NOT_TRIGGERED }).sort()).toEqual([...WEBHOOK_EVENT_TYPES].sort())
    for (const type of ['standby.offer_expired', 'guest.vanished']) {
      expect(await command(['trigger', type], { env })).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('usher trigger --list'),
      })
    }
  })

  test('--keep keeps the created resources', async () => {
    const { out } = await command(['trigger', 'queue.created', '--keep', '--json'], { env })
    expect((await command(['queues', 'get', JSON.parse(out).id], { env })).exitCode).toBe(0)
  })
})

describe('usher trigger with an API key', () => {
  test('triggers queue events with a test key, and changes nothing with a live key', async () => {
    const owner = await sessionClient(usher.stack.url, usher.demo)
    const body = { name: 'Tests', scopes: ALL_SCOPES, livemode: false }
    const { api_key } = (await owner('POST', '/account/api-keys', { body })).body
    expect((await command(['trigger', 'guest.added', '--api-key', api_key], { env })).exitCode).toBe(0)
    const before = (await usher.api('GET', '/v1/queues')).body
    const live = await command(['trigger', 'guest.added', '--api-key', usher.demo.api_key], { env })
    expect(live).toMatchObject({ exitCode: 1, err: expect.stringContaining('code: mode_mismatch') })
    expect((await usher.api('GET', '/v1/queues')).body).toEqual(before)
  })
})
